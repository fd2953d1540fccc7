import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { accessRules } from '#db/schema/access'
import type { Actor } from '#lib/auth/actor'
import type { AccessView } from '#lib/contracts/organization/access'
import type { AccessBook } from '#lib/domain/access/decide'
import type { AccessRules } from '#lib/domain/access/rules'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { accessView } from './get-access.ts'
import {
  columnsOf,
  placeOf,
  rowsAt,
  type AskedPlace,
  type Place,
  type RulesRow,
} from './place-of.ts'
import { loadSubjectNames, subjectId, subjectsOf } from './subject-names.ts'

/** Throws 400 for a person, group or role that the organization does not have. */
async function requireSubjects(tx: Tx, rules: AccessRules): Promise<void> {
  const subjects = subjectsOf(rules)
  const names = await loadSubjectNames(tx, subjects)
  const missing = new Set(subjects.map(subjectId).filter((id) => !names.has(id)))
  if (missing.size > 0)
    throw ApiError.invalid(
      [...missing].map((id) => ({
        path: 'rules',
        message: `There is no member, group or role "${id}" in this organization.`,
      })),
    )
}

/** The book with the new rules, as the next request will read it. */
function withRules(book: AccessBook, { level, objectId, target }: Place, rules: AccessRules) {
  if (level === 'organization') return { ...book, organization: { id: objectId, rules } }
  if (level === 'folder') {
    const folder = book.folders.get(objectId) ?? { id: objectId, parentId: null }
    return { ...book, folders: new Map(book.folders).set(objectId, { ...folder, rules }) }
  }
  const { folderId } = target
  const workflow = { id: objectId, folderId, rules }
  return { ...book, workflows: new Map(book.workflows).set(objectId, workflow) }
}

const stale = ({ revision, changedBy, changedAt }: RulesRow) =>
  new ApiError(
    'version_conflict',
    `${changedBy ?? 'Somebody else'} changed these rules meanwhile. ` +
      'Read them again, and decide what is to be.',
    { currentRevision: revision, changedBy, changedAt: changedAt.toISOString() },
  )

type Change = { rules: AccessRules; revision: number | undefined }

/** Stores the rules. Throws 409 when they are not based on those that are there. */
async function storeRules(tx: Tx, actor: Actor, place: Place, change: Change): Promise<RulesRow> {
  const { rules, revision } = change
  const { organizationId, name: changedBy } = actor
  const [row] = await tx
    .insert(accessRules)
    .values({ organizationId, ...columnsOf(place), rules, changedBy })
    .onConflictDoUpdate({
      target: [accessRules.organizationId, accessRules.objectId],
      set: { rules, changedBy, changedAt: sql`now()`, revision: sql`${accessRules.revision} + 1` },
      ...(revision === undefined ? {} : { setWhere: eq(accessRules.revision, revision) }),
    })
    .returning()
  if (row) return row
  const [current] = await rowsAt(tx, place)
  throw current ? stale(current) : new ApiError('conflict', 'The rules changed. Read them again.')
}

type Input = AskedPlace & { rules: AccessRules; revision?: number | undefined }

/** Replaces the rules of a workflow, a folder or the organization. Throws 404, 400, 409. */
export const setAccess = defineOperation<Input, AccessView>({
  name: 'setAccess',
  permission: 'access:manage',
  needsConfirmation: true,
  audit: ({ input: { id, folderId, rules }, output }) => ({
    action: 'access.changed',
    objectKind: output.level,
    objectId: id ?? folderId ?? 'organization',
    details: { rules },
  }),
  async run({ actor, input: { rules, revision, ...asked }, tx }) {
    const place = await placeOf(tx, actor, asked)
    if (place.level !== 'workflow') requireNoSteps(rules)
    await requireSubjects(tx, rules)
    const row = await storeRules(tx, actor, place, { rules, revision })
    return await accessView(tx, withRules(actor.book, place, rules), place, row)
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
