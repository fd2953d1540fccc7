import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { directoryGroupMembers, directoryUsers } from '#db/schema/directories'
import { members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { permissionsOf } from '#lib/auth/permissions'
import { groupsOfPerson } from '#lib/directory/groups-of-person'
import { decide, nearestRule } from '#lib/domain/access/decide'
import type { Subject } from '#lib/domain/access/rules'
import { targetOf } from '../access/scope-of.ts'
import { subjectId } from '../access/subject-names.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'

type Place = Pick<WorkflowRow, 'id' | 'folderId'>
/** Beyond this many people nobody more is told: a rule that names so many asks nobody in person. */
const mostTold = 200

/** The rule that says who approves the publishing of a workflow; undefined: nobody has to. */
export const approvalRule = ({ book }: Pick<Actor, 'book'>, workflow: Place) =>
  nearestRule(book, 'approve', targetOf(workflow))

const idsOf = (entries: readonly Subject[], kind: 'person' | 'group' | 'role'): string[] =>
  entries.filter((entry) => kind in entry).map(subjectId)

const memberColumns = {
  userId: members.userId,
  name: members.name,
  email: members.email,
  role: members.role,
  custom: roles.permissions,
}

const ofRole = and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role))

/** Whether a member may approve a workflow now. The caller's rules are those in force. */
export async function mayMemberApprove(
  tx: Tx,
  { organizationId, book }: Actor,
  workflow: Place,
  userId: string,
): Promise<boolean> {
  const [member] = await tx
    .select(memberColumns)
    .from(members)
    .leftJoin(roles, ofRole)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.userId, userId),
        isNull(members.disabledAt),
      ),
    )
  if (!member) return false
  const person = {
    personId: userId,
    email: member.email,
    role: member.role,
    groups: await groupsOfPerson(tx, organizationId, userId),
    permissions: permissionsOf(member.role, member.custom),
    workflows: null,
  }
  return decide(person, 'approve', targetOf(workflow), book).ok
}

const approves = (role: string, custom: string[] | null | undefined): boolean =>
  permissionsOf(role, custom).has('workflows:approve')

/** Members whom entries name, or who have a role, with the permission to approve. */
async function membersNamed(tx: Tx, actor: Actor, entries: readonly Subject[]) {
  const { organizationId } = actor
  const groupIds = idsOf(entries, 'group')
  const inGroup = tx
    .select({ id: directoryUsers.userId })
    .from(directoryUsers)
    .innerJoin(directoryGroupMembers, eq(directoryGroupMembers.directoryUserId, directoryUsers.id))
    .where(
      and(
        eq(directoryUsers.organizationId, organizationId),
        inArray(directoryGroupMembers.groupId, groupIds),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
        sql`${directoryUsers.userId} is not null`,
      ),
    )
  const people = idsOf(entries, 'person')
  const slugs = idsOf(entries, 'role')
  const found = await tx
    .select(memberColumns)
    .from(members)
    .leftJoin(roles, ofRole)
    .where(
      and(
        eq(members.organizationId, organizationId),
        isNull(members.disabledAt),
        or(
          people.length > 0 ? inArray(members.userId, people) : sql`false`,
          slugs.length > 0 ? inArray(members.role, slugs) : sql`false`,
          groupIds.length > 0 ? inArray(members.userId, inGroup) : sql`false`,
        ),
      ),
    )
    .orderBy(members.name, members.userId)
    .limit(mostTold)
  return found.filter(({ role, custom }) => approves(role, custom))
}

/** The entries of a rule without people and roles that lack the permission to approve. */
export async function entriesThatApprove(
  tx: Tx,
  actor: Actor,
  entries: readonly Subject[],
): Promise<Subject[]> {
  const named = await membersNamed(
    tx,
    actor,
    entries.filter((entry) => 'person' in entry),
  )
  const people = new Set(named.map(({ userId }) => userId))
  const custom = await tx
    .select({ slug: roles.slug, permissions: roles.permissions })
    .from(roles)
    .where(
      and(
        eq(roles.organizationId, actor.organizationId),
        inArray(roles.slug, idsOf(entries, 'role')),
      ),
    )
  const permissions = new Map(custom.map((role) => [role.slug, role.permissions]))
  return entries.filter((entry) => {
    if ('person' in entry) return people.has(entry.person)
    return !('role' in entry) || approves(entry.role, permissions.get(entry.role))
  })
}

export type Approver = { userId: string; name: string }

/**
 * Who may approve a draft, without those who changed it: the people whom the rule names, or else
 * the owners.
 */
export async function findApprovers(
  tx: Tx,
  actor: Actor,
  workflow: Place,
  authors: ReadonlySet<string>,
): Promise<Approver[]> {
  const rule = approvalRule(actor, workflow)
  if (!rule) return []
  const free = (found: Approver[]) =>
    found.filter(({ userId }) => !authors.has(userId)).map(({ userId, name }) => ({ userId, name }))
  const named = free(await membersNamed(tx, actor, rule.entries))
  return named.length > 0 ? named : free(await membersNamed(tx, actor, [{ role: 'owner' }]))
}
