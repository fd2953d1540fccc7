import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { instanceAdministrators, users } from '#db/schema/people'
import type { InstanceAdministrator } from '#lib/contracts/instance/instance'
import { ApiError } from '#lib/domain/api-error'

/** The instance administrators, by name; `tx` has the sign-in role. */
export async function loadAdministrators(tx: Tx): Promise<InstanceAdministrator[]> {
  const rows = await tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      grantedBy: instanceAdministrators.grantedBy,
      createdAt: instanceAdministrators.createdAt,
    })
    .from(instanceAdministrators)
    .innerJoin(users, eq(users.id, instanceAdministrators.userId))
    .orderBy(asc(users.name), asc(users.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Makes the person of an address an instance administrator. Throws 404 without such an account. */
export async function grantAdministration(
  tx: Tx,
  { email, grantedBy }: { email: string; grantedBy: string },
): Promise<InstanceAdministrator> {
  const [user] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  if (!user || user.disabledAt)
    throw new ApiError(
      'not_found',
      `Nobody with the address ${email} has an account. The person joins an organization first.`,
    )
  await tx
    .insert(instanceAdministrators)
    .values({ userId: user.id, grantedBy })
    .onConflictDoNothing()
  const administrator = (await loadAdministrators(tx)).find(({ id }) => id === user.id)
  if (!administrator) throw new Error('an instance administrator was not inserted')
  return administrator
}

/**
 * Ends it. Throws 404 for anybody else, and 409 for the last one: of two who end each other's at
 * once, the second is refused.
 */
export async function revokeAdministration(tx: Tx, userId: string): Promise<InstanceAdministrator> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('rounds instance administrators'))`)
  const all = await loadAdministrators(tx)
  const administrator = all.find(({ id }) => id === userId)
  if (!administrator) throw ApiError.notFound('instance administrator', userId)
  if (all.length === 1)
    throw new ApiError(
      'conflict',
      `${administrator.name} is the only instance administrator. Add another one first.`,
    )
  await tx.delete(instanceAdministrators).where(eq(instanceAdministrators.userId, userId))
  return administrator
}
