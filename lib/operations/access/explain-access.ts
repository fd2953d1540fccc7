import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { allPermissions, permissionsOf, type Permission } from '#lib/auth/permissions'
import type { Explanation } from '#lib/contracts/organization/access'
import { groupsOfPerson } from '#lib/directory/groups-of-person'
import { decide, nearestRule, verbNeeds, type AccessPerson } from '#lib/domain/access/decide'
import { explainDecision, explainPermission, type AskedPerson } from '#lib/domain/access/explain'
import type { Verb } from '#lib/domain/access/rules'
import { ApiError } from '#lib/domain/api-error'
import { roleName } from '#lib/domain/role-name'
import { builtInRoles } from '#lib/domain/statuses'
import { defineOperation } from '../define-operation.ts'
import { levelName } from './get-access.ts'
import { placeToRead, type Place } from './place-of.ts'
import { builtInName, loadSubjectNames } from './subject-names.ts'

type Asked = {
  person: string
  act: string
  workflow?: string | undefined
  folder?: string | undefined
  step: string
}

type Answer = Pick<Explanation, 'ok' | 'sentence' | 'reasons'>

/** The member as `decide` wants them, and as sentences name them. */
async function loadPerson(
  tx: Tx,
  { organizationId }: Actor,
  personId: string,
): Promise<{ person: AccessPerson; asked: AskedPerson }> {
  const [member] = await tx
    .select({
      name: members.name,
      email: members.email,
      role: members.role,
      ownRole: roles.name,
      custom: roles.permissions,
      disabledAt: members.disabledAt,
    })
    .from(members)
    .leftJoin(
      roles,
      and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role)),
    )
    .where(eq(members.userId, personId))
  if (!member) throw ApiError.notFound('member', personId)
  const { name, email, role } = member
  const permissions: ReadonlySet<string> = permissionsOf(role, member.custom)
  const groups = await groupsOfPerson(tx, organizationId, personId)
  return {
    person: { personId, email, groups, role, permissions, workflows: null },
    asked: {
      name,
      role: roleName(role, member.ownRole),
      permissions,
      isDisabled: member.disabledAt !== null,
    },
  }
}

/** What is asked about a place, in words: `start runs of “Intake”`. */
function actWords(verb: Verb, { level, name }: Place): string {
  const here = level === 'workflow' ? `“${name}”` : `workflows in the folder “${name}”`
  const which = level === 'organization' ? 'workflows without rules of their own' : here
  if (typeof verb !== 'string') {
    if (verb.screen === '*') return `do the screens of ${which}`
    return `do the screen “${verb.screen}” of ${which}`
  }
  if (verb === 'create') return level === 'folder' ? `create ${here}` : 'create workflows'
  const words = {
    run: `start runs of ${which}`,
    edit: `edit ${which}`,
    publish: `publish ${which}`,
    approve: `approve the publishing of ${which}`,
    seeRuns: `see all runs of ${which}`,
  }
  return words[verb]
}

/** Where the deciding rule stands, in words. */
function placeWords(kind: Place['level'], name: string | null): string {
  return kind === 'organization' ? 'the organization' : `the ${kind} “${name}”`
}

async function explainVerb(tx: Tx, actor: Actor, input: Asked, verb: Verb): Promise<Explanation> {
  const { person, asked } = await loadPerson(tx, actor, input.person)
  const place = await placeToRead(tx, actor, { id: input.workflow, folderId: input.folder })
  // A new workflow is made in a folder or at the top, wherever others of the person are.
  const target = verb === 'create' ? { ...place.target, workflowId: null } : place.target
  const { book } = actor
  const decision = decide(person, verb, target, book)
  const rule = nearestRule(book, verb, target)
  const found = decision.from ?? rule?.from ?? null
  const name = found ? await levelName(tx, found) : null
  const act = {
    words: actWords(verb, place),
    ...verbNeeds[typeof verb === 'string' ? verb : 'screen'],
  }
  const answer = explainDecision(asked, act, decision, rule?.entries ?? null, {
    subjects: await loadSubjectNames(tx, rule?.entries ?? []),
    place: found && placeWords(found.kind, name),
  })
  const { by, from, missing } = decision
  return { by, from: from && { ...from, name }, missing, ...answer }
}

/** The names of the roles that have a permission. */
async function rolesWith(tx: Tx, permission: Permission): Promise<string[]> {
  const builtIn = builtInRoles.filter((role) => permissionsOf(role).has(permission))
  const own = await tx.select().from(roles).orderBy(roles.name).limit(500)
  const custom = own.filter(({ slug, permissions }) =>
    permissionsOf(slug, permissions).has(permission),
  )
  return [...builtIn.map(builtInName), ...custom.map(({ name }) => name)]
}

async function explainRole(
  tx: Tx,
  actor: Actor,
  { person, act }: Asked,
  permission: Permission,
): Promise<Explanation> {
  const { asked } = await loadPerson(tx, actor, person)
  const others = await rolesWith(tx, permission)
  const answer: Answer = explainPermission(asked, permission, others)
  const has = asked.permissions.has(permission)
  const missing = has ? null : `a role with the permission ${act}`
  return { by: has ? 'default' : 'none', from: null, missing, ...answer }
}

const isVerb = (act: string): act is keyof typeof verbNeeds => Object.hasOwn(verbNeeds, act)

/** Why a member may or may not do something. Throws 400 for an unknown act, 404. */
export const explainAccess = defineOperation<Asked, Explanation>({
  name: 'explainAccess',
  permission: 'access:read',
  async run({ actor, input, tx }) {
    const { act, step } = input
    if (isVerb(act)) {
      const verb: Verb = act === 'screen' ? { screen: step } : act
      return await explainVerb(tx, actor, input, verb)
    }
    const permission = allPermissions.find((one) => one === act)
    if (permission) return await explainRole(tx, actor, input, permission)
    throw ApiError.invalid([
      {
        path: 'act',
        message: `"${act}" is neither one of ${Object.keys(verbNeeds).join(', ')} nor a permission.`,
      },
    ])
  },
})
