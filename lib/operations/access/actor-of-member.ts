import { and, eq, isNull } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { organizations } from '#db/schema/organizations'
import { members } from '#db/schema/people'
import { accessBookOf } from '#lib/auth/access-book'
import { newActor, type Actor } from '#lib/auth/actor'
import { permissionsOf } from '#lib/auth/permissions'
import { groupsOfPerson } from '#lib/directory/groups-of-person'

async function findMember(tx: Tx, organizationId: string, userId: string) {
  const [row] = await tx
    .select({
      name: members.name,
      email: members.email,
      role: members.role,
      custom: roles.permissions,
      revision: organizations.accessRevision,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .leftJoin(
      roles,
      and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role)),
    )
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.userId, userId),
        isNull(members.disabledAt),
      ),
    )
  return row && { ...row, groups: await groupsOfPerson(tx, organizationId, userId) }
}

/**
 * A person as they may act in an organization, without a session there; undefined when they are no
 * member of it. Not for use inside a transaction: it may need a second connection.
 */
export async function actorOfMember(
  organizationId: string,
  userId: string,
): Promise<Actor | undefined> {
  const found = await inOrganization(organizationId, (tx) => findMember(tx, organizationId, userId))
  if (!found) return undefined
  const { name, email, role, custom, groups, revision } = found
  return newActor({
    kind: 'user',
    id: userId,
    name,
    email,
    organizationId,
    role,
    permissions: permissionsOf(role, custom),
    groups,
    book: await accessBookOf(organizationId, revision),
  })
}
