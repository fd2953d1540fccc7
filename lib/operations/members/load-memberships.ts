import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members, organizations, roles } from '#db/schema/index'
import type { Actor } from '#lib/auth/actor'
import type { Membership } from '#lib/contracts/organization/memberships'
import { roleName } from '#lib/domain/role-name'

/** The organizations that a person belongs to and may work in, by name; `tx` has the sign-in role. */
export async function loadMemberships(tx: Tx, actor: Actor): Promise<Membership[]> {
  if (actor.kind !== 'user') return []
  const rows = await tx
    .select({
      organizationId: members.organizationId,
      organization: organizations.name,
      role: members.role,
      ownRole: roles.name,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .leftJoin(
      roles,
      and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role)),
    )
    .where(and(eq(members.userId, actor.id), isNull(members.disabledAt)))
    .orderBy(asc(organizations.name), asc(organizations.id))
    .limit(200)
  return rows.map(({ ownRole, ...row }) => ({
    ...row,
    roleName: roleName(row.role, ownRole),
    current: row.organizationId === actor.organizationId,
  }))
}
