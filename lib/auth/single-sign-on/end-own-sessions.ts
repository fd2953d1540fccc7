import { and, eq, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { breakGlassOwners, members, users } from '#db/schema/index'
import { domainOf } from '#lib/domain/single-sign-on/email-domain'

/**
 * Ends the sessions here that people of these domains began without the organization's provider, in
 * the transaction that demands it of them. Break-glass owners keep theirs. Nobody begins one
 * meanwhile: that waits for the row of the domain, which `tx` has locked (`lockDomainOf`). Returns
 * how many ended.
 */
export async function endOwnSessions(
  tx: Tx,
  organizationId: string,
  domains: readonly string[],
): Promise<number> {
  if (domains.length === 0) return 0
  // Accounts are seen by the sign-in role alone; the address of an account never changes.
  const people = await authDb()
    .select({ id: users.id, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.organizationId, organizationId))
  const kept = await tx
    .select({ id: breakGlassOwners.userId })
    .from(breakGlassOwners)
    .innerJoin(
      members,
      and(
        eq(members.organizationId, breakGlassOwners.organizationId),
        eq(members.userId, breakGlassOwners.userId),
      ),
    )
    .where(and(eq(members.organizationId, organizationId), eq(members.role, 'owner')))
  const breakGlass = new Set(kept.map(({ id }) => id))
  const ids = people
    .filter(({ id, email }) => domains.includes(domainOf(email) ?? '') && !breakGlass.has(id))
    .map(({ id }) => id)
  const { rows } = await tx.execute<{ ended: number }>(
    sql`select end_own_sessions(${organizationId}::uuid, ${sql.param(ids)}::uuid[]) as ended`,
  )
  return rows[0]?.ended ?? 0
}
