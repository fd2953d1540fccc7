import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members, organizations } from '#db/schema/index'
import type { Actor } from '#lib/auth/actor'
import type { Membership } from '#lib/contracts/organization/memberships'

/** The organizations that a person belongs to and may work in, by name; `tx` has the sign-in role. */
export async function loadMemberships(tx: Tx, actor: Actor): Promise<Membership[]> {
  if (actor.kind !== 'user') return []
  const rows = await tx
    .select({
      organizationId: members.organizationId,
      organization: organizations.name,
      role: members.role,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.userId, actor.id), isNull(members.disabledAt)))
    .orderBy(asc(organizations.name), asc(organizations.id))
    .limit(200)
  return rows.map((row) => ({ ...row, current: row.organizationId === actor.organizationId }))
}
