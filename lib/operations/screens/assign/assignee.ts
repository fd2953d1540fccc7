import { and, asc, eq, ilike, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { directoryGroupMembers, directoryUsers } from '#db/schema/directories'
import { members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { permissionsOf } from '#lib/auth/permissions'
import { decideScreen, type ScreenTarget } from '#lib/domain/access/scope'
import type { AccessPerson } from '#lib/domain/access/decide'
import { containing } from '#lib/operations/containing'

/** A member, with what decides which screens they may do. */
export type Assignee = { userId: string; name: string; email: string; person: AccessPerson }

type InOrganization = Pick<Actor, 'organizationId'>

async function findMembers(tx: Tx, actor: InOrganization, where: SQL | undefined, limit: number) {
  const groups = tx
    .select({
      ids: sql<string[]>`coalesce(array_agg(${directoryGroupMembers.groupId}), '{}')`,
    })
    .from(directoryUsers)
    .innerJoin(directoryGroupMembers, eq(directoryGroupMembers.directoryUserId, directoryUsers.id))
    .where(
      and(
        eq(directoryUsers.organizationId, actor.organizationId),
        eq(directoryUsers.userId, members.userId),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
      ),
    )
  const rows = await tx
    .select({
      userId: members.userId,
      name: members.name,
      email: members.email,
      role: members.role,
      custom: roles.permissions,
      groups: sql<string[]>`(${groups})`,
    })
    .from(members)
    .leftJoin(
      roles,
      and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role)),
    )
    .where(and(eq(members.organizationId, actor.organizationId), isNull(members.disabledAt), where))
    .orderBy(asc(members.name), asc(members.userId))
    .limit(limit)
  return rows.map(({ userId, name, email, role, custom, groups: ofPerson }): Assignee => {
    const permissions = permissionsOf(role, custom)
    const person = { personId: userId, email, groups: ofPerson, role, permissions, workflows: null }
    return { userId, name, email, person }
  })
}

/** A member who has access; undefined for anybody else. */
export async function findAssignee(
  tx: Tx,
  actor: InOrganization,
  userId: string,
): Promise<Assignee | undefined> {
  const [found] = await findMembers(tx, actor, eq(members.userId, userId), 1)
  return found
}

/** The most members that are looked at for one list. */
const maxLooked = 2000

/** Members by a part of their name or address. */
export const searchAssignees = async (tx: Tx, actor: Actor, text: string): Promise<Assignee[]> => {
  const pattern = containing(text)
  const named = or(ilike(members.name, pattern), ilike(members.email, pattern))
  return await findMembers(tx, actor, text ? named : undefined, maxLooked)
}

/** Whether a member may do a screen, by the rules that are in force for the caller. */
export const mayDo = ({ book }: Actor, { person }: Assignee, screen: ScreenTarget): boolean =>
  decideScreen({ person, book }, screen).ok
