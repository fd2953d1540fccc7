import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { accessRules, roles } from '#db/schema/access'
import { directoryGroups } from '#db/schema/directories'
import { members } from '#db/schema/people'
import type { AccessView } from '#lib/contracts/organization/access'
import type { AccessBook } from '#lib/domain/access/decide'
import type { AccessRules, Subject } from '#lib/domain/access/rules'
import { ApiError } from '#lib/domain/api-error'
import { isBuiltInRole } from '#lib/domain/statuses'
import { defineOperation } from '../define-operation.ts'
import { accessView, placeOf } from './get-access.ts'

const subjectsOf = ({ screens, ...plain }: AccessRules): Subject[] =>
  [...Object.values(plain), ...Object.values(screens ?? {})].flat()

const only = <K extends string>(subjects: Subject[], key: K): string[] =>
  [
    ...new Set(subjects.flatMap((subject) => (key in subject ? [Object.values(subject)[0]] : []))),
  ] as string[]

/** Throws 400 for a person, group or role that the organization does not have. */
async function requireSubjects(tx: Tx, rules: AccessRules): Promise<void> {
  const subjects = subjectsOf(rules)
  const people = only(subjects, 'person')
  const groups = only(subjects, 'group')
  const named = only(subjects, 'role').filter((role) => !isBuiltInRole(role))
  const found = new Set<string>()
  const add = (rows: { id: string }[]) => rows.forEach(({ id }) => found.add(id))
  if (people.length > 0)
    add(
      await tx.select({ id: members.userId }).from(members).where(inArray(members.userId, people)),
    )
  if (groups.length > 0)
    add(
      await tx
        .select({ id: directoryGroups.id })
        .from(directoryGroups)
        .where(inArray(directoryGroups.id, groups)),
    )
  if (named.length > 0)
    add(await tx.select({ id: roles.slug }).from(roles).where(inArray(roles.slug, named)))
  const missing = [...people, ...groups, ...named].filter((id) => !found.has(id))
  if (missing.length > 0)
    throw ApiError.invalid(
      missing.map((id) => ({
        path: 'rules',
        message: `There is no member, group or role "${id}" in this organization.`,
      })),
    )
}

/** The book with the new rules, as the next request will read it. */
function withRules(
  book: AccessBook,
  place: Awaited<ReturnType<typeof placeOf>>,
  rules: AccessRules,
): AccessBook {
  const { workflowId, folderId } = place.target
  if (workflowId === null) return { ...book, organization: { id: place.objectId, rules } }
  const workflows = new Map(book.workflows)
  workflows.set(workflowId, { id: workflowId, folderId, rules })
  return { ...book, workflows }
}

/** Replaces the rules of the organization, or of the workflow `id`. Throws 404, 400. */
export const setAccess = defineOperation<{ id?: string; rules: AccessRules }, AccessView>({
  name: 'setAccess',
  permission: 'access:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'access.changed',
    objectKind: output.level,
    objectId: input.id ?? 'organization',
    details: { rules: input.rules },
  }),
  async run({ actor, input: { id, rules }, tx }) {
    const { organizationId, name: changedBy } = actor
    const place = await placeOf(tx, actor, id)
    if (place.level === 'organization') requireNoSteps(rules)
    await requireSubjects(tx, rules)
    const { objectId, target } = place
    if (Object.keys(rules).length === 0)
      await tx
        .delete(accessRules)
        .where(
          and(eq(accessRules.organizationId, organizationId), eq(accessRules.objectId, objectId)),
        )
    else
      await tx
        .insert(accessRules)
        .values({ organizationId, objectId, workflowId: target.workflowId, rules, changedBy })
        .onConflictDoUpdate({
          target: [accessRules.organizationId, accessRules.objectId],
          set: { rules, changedBy, changedAt: sql`now()` },
        })
    return accessView(withRules(actor.book, place, rules), place, { rules, changedBy })
  },
})

/** Steps belong to a workflow: above it only `*` means something. */
function requireNoSteps({ screens }: AccessRules): void {
  const steps = Object.keys(screens ?? {}).filter((step) => step !== '*')
  if (steps.length === 0) return
  throw ApiError.invalid([
    { path: 'rules.screens', message: 'Name steps at their workflow; here only `*`.' },
  ])
}
