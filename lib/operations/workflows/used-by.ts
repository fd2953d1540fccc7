import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { UsedBy } from '#lib/contracts/used-by'
import { may, seesWorkflow } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { fieldsWithWidget } from '#lib/domain/workflow/fields-with-widget'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { scopeOf, targetOf } from '#lib/operations/access/scope-of'
import { stepTypes } from '#lib/steps/registry'
import { writeAudit, type CallInfo } from '../define-operation.ts'
import { carriedTemplates } from '../templates/pinned-templates.ts'
import { approvalRule } from '../approvals/approvers.ts'
import { recordDraftChanges } from './drafts/draft-log.ts'

/** A thing that steps of these types name by this value of their setting `field`. */
export type Setting = {
  types: string[]
  field: string
  value: string
  /** Entries of this list of a screen name it by the same field, too. */
  screenList?: string
}

type Info = {
  type: string
  connection?: string | undefined
  uiSchema: Record<string, unknown>
}
const typesWith = (fits: (info: Info) => boolean): string[] =>
  [...stepTypes.values()].flatMap(({ info }) => (fits(info) ? [info.type] : []))

export const settingOfConnection = ({ kind, slug }: { kind: string; slug: string }): Setting => ({
  types: typesWith(({ connection }) => connection === kind),
  field: 'connection',
  value: slug,
})

export const settingOfPolicy = (policyId: string): Setting => ({
  types: typesWith(({ type }) => type === 'policy-text'),
  field: 'policyId',
  value: policyId,
})

export const settingOfWorkflow = (slug: string): Setting => ({
  types: typesWith(({ type }) => type === 'sub-workflow'),
  field: 'workflow',
  value: slug,
  screenList: 'escalations',
})

export const settingOfCalendar = (slug: string): Setting => ({
  types: typesWith(({ type }) => type === 'wait' || type === 'screen'),
  field: 'calendar',
  value: slug,
})

export const settingOfTemplate = (slug: string): Setting => ({
  types: typesWith(({ uiSchema }) => fieldsWithWidget('template', uiSchema).includes('template')),
  field: 'template',
  value: slug,
})

/**
 * SQL for whether a definition names the thing. A computed setting is known only when a run
 * executes it, so it does not count.
 */
const holds = (
  definition: typeof workflows.draft | typeof workflowVersions.definition,
  { types, field, value, screenList = '' }: Setting,
) => sql<boolean>`exists (
  select from json_array_elements(${definition}->'steps') as step
  where (step->>'type' = any(${sql.param(types)}::text[])
      and step->'config'->>${field}::text = ${value})
    or (step->>'type' = 'screen' and (step->'config'->${screenList}::text)::jsonb
      @> jsonb_build_array(jsonb_build_object(${field}::text, ${value}::text))))`

/** Finds the workflows with such a step in their published version or their draft, with both. */
export async function workflowsNaming(tx: Tx, setting: Setting) {
  const published = sql<boolean>`coalesce(${holds(workflowVersions.definition, setting)}, false)`
  const draft = holds(workflows.draft, setting)
  return await tx
    .select({
      id: workflows.id,
      name: workflows.name,
      folderId: workflows.folderId,
      published: published.as('published'),
      draft: draft.as('in_draft'),
      draftDefinition: workflows.draft,
      draftRevision: workflows.draftRevision,
      publishedDefinition: workflowVersions.definition,
      publishedTemplates: workflowVersions.templates,
      publishedAt: workflowVersions.createdAt,
    })
    .from(workflows)
    .leftJoin(workflowVersions, sql`${workflowVersions.id} = ${workflows.publishedVersionId}`)
    .where(sql`${published} or ${draft}`)
    .orderBy(asc(workflows.name), asc(workflows.id))
}

type Step = Definition['steps'][number]
type Entry = Record<string, unknown>

/** The entries of the list of a screen that may name the thing. */
function entriesOf({ screenList }: Setting, { type, config }: Step): Entry[] {
  const list = type === 'screen' && screenList !== undefined ? config[screenList] : undefined
  return Array.isArray(list) ? (list as Entry[]) : []
}

/** Whether the step names the thing. */
export const names = (setting: Setting, step: Step): boolean =>
  (setting.types.includes(step.type) && step.config[setting.field] === setting.value) ||
  entriesOf(setting, step).some((entry) => entry[setting.field] === setting.value)

/** The slugs of the workflows that steps of a definition run. Computed ones are not known. */
export function workflowsNamedIn({ steps }: Definition): Set<string> {
  const setting = settingOfWorkflow('')
  const { types, field } = setting
  const named = steps.flatMap((step) => [
    ...(types.includes(step.type) ? [step.config[field]] : []),
    ...entriesOf(setting, step).map((entry) => entry[field]),
  ])
  return new Set(named.filter((slug) => typeof slug === 'string'))
}

/** The workflows that name a thing: those that the caller sees, and how many others there are. */
export type Users = { usedBy: UsedBy[]; usedByOthers: number }

/** Finds the workflows whose published version or draft names the thing, each with these steps. */
export async function workflowsWith(tx: Tx, actor: Actor, setting: Setting): Promise<Users> {
  const found = await workflowsNaming(tx, setting)
  const scope = scopeOf(actor)
  const seen = found.filter((user) => seesWorkflow(scope, targetOf(user)))
  const usedBy = seen.map((user) => {
    const { id, name, published, draft, draftDefinition, publishedDefinition } = user
    const steps = new Map(
      [...draftDefinition.steps, ...(publishedDefinition?.steps ?? [])]
        .filter((step) => names(setting, step))
        .map(({ id, title }) => [id, { id, title }]),
    )
    return { id, name, published, draft, steps: [...steps.values()] }
  })
  return { usedBy, usedByOthers: found.length - seen.length }
}

/** Finds the workflows that name a thing by one of several names, such as its former slugs. */
export async function workflowsOfSettings(
  tx: Tx,
  actor: Actor,
  settings: Setting[],
): Promise<Users> {
  const usedBy = new Map<string, UsedBy>()
  let usedByOthers = 0
  for (const setting of settings) {
    const found = await workflowsWith(tx, actor, setting)
    for (const user of found.usedBy) usedBy.set(user.id, user)
    usedByOthers += found.usedByOthers
  }
  return { usedBy: [...usedBy.values()], usedByOthers }
}

/** Finds the workflows whose published version or draft names this connection. */
export const workflowsOfConnection = async (
  tx: Tx,
  actor: Actor,
  connection: { kind: string; slug: string },
): Promise<Users> => await workflowsWith(tx, actor, settingOfConnection(connection))

/** Finds the workflows whose published version or draft reads this policy. */
export const workflowsOfPolicy = async (tx: Tx, actor: Actor, policyId: string): Promise<Users> =>
  await workflowsWith(tx, actor, settingOfPolicy(policyId))

/** Throws 409 `in_use` with the users when there are any. `how` says what to do instead. */
export function requireUnused(what: string, { usedBy, usedByOthers }: Users, how: string): void {
  const [first] = usedBy
  const all = usedBy.length + usedByOthers
  if (all === 0) return
  const others = all > 1 ? ` and ${all - 1} more` : ''
  const user = first ? `the workflow “${first.name}”${others}` : 'workflows that you do not see'
  throw new ApiError('in_use', `${what} is used by ${user}. ${how}`, { usedBy, usedByOthers })
}

/** Throws 403 when the caller may not change one of the workflows that name the thing. */
function requireChangeable(actor: Actor, users: Awaited<ReturnType<typeof workflowsNaming>>): void {
  const scope = scopeOf(actor)
  const closed = users.filter(
    (user) =>
      !may(scope, 'edit', targetOf(user)) ||
      (user.published && !may(scope, 'publish', targetOf(user))),
  )
  if (closed.length === 0) return
  const seen = closed.filter((user) => seesWorkflow(scope, targetOf(user)))
  const message =
    'Workflows would have to be changed and published that the access rules do not let you ' +
    'change. Ask an owner to do it.'
  throw new ApiError('forbidden', message, { workflows: seen.map(({ name }) => name) })
}

/** Throws 403 where another thing would get into a version that nobody approved. */
function requireNoApproval(
  actor: Actor,
  users: Awaited<ReturnType<typeof workflowsNaming>>,
  setting: Setting,
): void {
  const guarded = users.filter((user) => user.published && approvalRule(actor, user))
  if (guarded.length === 0) return
  const scope = scopeOf(actor)
  const seen = guarded.filter((user) => seesWorkflow(scope, targetOf(user)))
  throw new ApiError(
    'forbidden',
    `Workflows that use “${setting.value}” are published with an approval only. Change their ` +
      'drafts, have them approved and published, and then delete it.',
    { workflows: seen.map(({ name }) => name) },
  )
}

/** The definition with another value wherever its steps name the thing. */
export function replaced(definition: Definition, setting: Setting, value: string): Definition {
  const { field, screenList = '' } = setting
  const another = (named: Entry): Entry =>
    named[field] === setting.value ? { ...named, [field]: value } : named
  const steps = definition.steps.map((step) => {
    if (!names(setting, step)) return step
    if (setting.types.includes(step.type)) return { ...step, config: another(step.config) }
    const entries = entriesOf(setting, step).map(another)
    return { ...step, config: { ...step.config, [screenList]: entries } }
  })
  return { ...definition, steps }
}

/**
 * Makes all users name something else: drafts are changed, and published versions get a next
 * version that differs only in the name. Active runs keep the version that they started with.
 * Throws 403 when the caller may not change one of them, and, with `isAnother`, when one of them is
 * published with an approval only: the same thing under another name needs none.
 */
export async function replaceInWorkflows(
  tx: Tx,
  { actor, info }: { actor: Actor; info: CallInfo },
  setting: Setting,
  value: string,
  { isAnother = false } = {},
): Promise<void> {
  const users = await workflowsNaming(tx, setting)
  requireChangeable(actor, users)
  if (isAnother) requireNoApproval(actor, users, setting)
  for (const { id } of users) {
    const [row] = await tx.select().from(workflows).where(eq(workflows.id, id)).for('update')
    if (!row) continue
    const versions = await tx
      .select()
      .from(workflowVersions)
      .where(eq(workflowVersions.workflowId, id))
      .orderBy(desc(workflowVersions.number))
    const published = versions.find((version) => version.id === row.publishedVersionId)
    const number = (versions[0]?.number ?? 0) + 1
    const isPublished = published?.definition.steps.some((step) => names(setting, step)) === true
    const versionId = isPublished ? newId() : row.publishedVersionId
    const next = published && replaced(published.definition, setting, value)
    if (isPublished && next)
      await tx.insert(workflowVersions).values({
        id: versionId ?? newId(),
        organizationId: actor.organizationId,
        workflowId: id,
        number,
        definition: next,
        templates: await carriedTemplates(tx, published, next),
        note: `“${setting.value}” is replaced by “${value}”.`,
        publishedBy: actor.name,
      })
    const inDraft = row.draft.steps.some((step) => names(setting, step))
    const changed = replaced(row.draft, setting, value)
    if (inDraft) await recordDraftChanges(tx, actor, row, changed)
    const draft = {
      draft: changed,
      draftRevision: row.draftRevision + 1,
      draftUpdatedBy: actor.name,
      draftUpdatedAt: sql`now()`,
    }
    await tx
      .update(workflows)
      .set({ publishedVersionId: versionId, ...(inDraft ? draft : {}) })
      .where(eq(workflows.id, id))
    await writeAudit(tx, actor, info, {
      action: isPublished ? 'workflow.published' : 'workflow.draft_saved',
      objectKind: 'workflow',
      objectId: id,
      details: { replaced: setting.value, by: value, ...(isPublished ? { version: number } : {}) },
    })
  }
}

type Deletion = {
  /** The thing with its name, as messages show it. */
  what: string
  setting: Setting
  users: Users
  /** The value that the users name from now on; it must exist. */
  replaceWith: string | undefined
  /** The name of the thing, to delete it although it is used. */
  confirm: string | undefined
}

/**
 * Call it before a thing is deleted that workflows may name: it replaces the thing in them, or
 * throws 409 `in_use`.
 */
export async function releaseUsers(
  tx: Tx,
  call: { actor: Actor; info: CallInfo },
  { what, setting, users, replaceWith, confirm }: Deletion,
): Promise<void> {
  if (replaceWith !== undefined) {
    if (replaceWith === setting.value)
      throw ApiError.invalid([{ path: 'replaceWith', message: 'It cannot replace itself.' }])
    return await replaceInWorkflows(tx, call, setting, replaceWith, { isAnother: true })
  }
  if (confirm === setting.value) return
  if (confirm !== undefined) {
    const message = `This is not its name. Give “${setting.value}” to delete it all the same.`
    throw ApiError.invalid([{ path: 'confirm', message }])
  }
  const how =
    'Name what replaces it as replaceWith, or give its name as confirm to delete it all the same.'
  requireUnused(what, users, how)
}
