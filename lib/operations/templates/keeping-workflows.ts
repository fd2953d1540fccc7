import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import type { Keeping } from '#lib/contracts/data/templates'
import { seesWorkflow } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { dataChanges, newestTaking, type Takes } from '#lib/domain/template/data-changes'
import { placeholdersWithout } from '#lib/domain/template/given-data'
import type { Definition } from '#lib/domain/workflow/definition'
import { fieldsWithWidget } from '#lib/domain/workflow/fields-with-widget'
import { scopeOf, targetOf } from '#lib/operations/access/scope-of'
import { stepTypes } from '#lib/steps/registry'
import { settingOfTemplate, workflowsNaming } from '../workflows/used-by.ts'
import { getVersionOrThrow, slugsOf, type TemplateRow } from './find-template.ts'
import { baseOf, candidatesOf } from './pinned-templates.ts'

type Step = Definition['steps'][number]
type User = Awaited<ReturnType<typeof workflowsNaming>>[number]

/** The steps of a definition that name a template by one of its slugs, by their ids. */
function stepsNaming(definition: Definition | null, slugs: readonly string[]): Map<string, Step> {
  const { types, field } = settingOfTemplate('')
  const steps = (definition?.steps ?? []).filter(
    ({ type, config }) => types.includes(type) && slugs.includes(String(config[field])),
  )
  return new Map(steps.map((step) => [step.id, step]))
}

/** The placeholders that a step gives no value. */
function lackingIn({ type, config }: Step, fields: Takes['fields']): string[] {
  const uiSchema = stepTypes.get(type)?.info.uiSchema ?? {}
  const [dataField] = fieldsWithWidget('template-data', uiSchema)
  const data = dataField === undefined ? undefined : config[dataField]
  return placeholdersWithout(fields, data).map(({ name }) => name)
}

/** The published steps; what they lack is said of the draft, where a person mends it. */
function stepsOf(user: User, slugs: readonly string[], fields: Takes['fields']) {
  const inDraft = stepsNaming(user.draftDefinition, slugs)
  return [...stepsNaming(user.publishedDefinition, slugs).values()].map((step) => ({
    id: step.id,
    title: step.title,
    lacks: lackingIn(inDraft.get(step.id) ?? step, fields),
  }))
}

/** The workflows that name a template by one of its slugs, each once. */
async function usersOf(tx: Tx, slugs: readonly string[]): Promise<User[]> {
  const users = new Map<string, User>()
  for (const slug of slugs)
    for (const user of await workflowsNaming(tx, settingOfTemplate(slug)))
      users.set(user.id, { ...user, published: user.published || !!users.get(user.id)?.published })
  return [...users.values()]
}

/**
 * The published workflows that keep an earlier version of a template, because `newest` takes other
 * data than the version that they were published with.
 */
export async function workflowsKeeping(
  tx: Tx,
  actor: Actor,
  template: TemplateRow,
  newest: Takes & { number: number },
): Promise<Keeping> {
  const slugs = await slugsOf(tx, template)
  const users = (await usersOf(tx, slugs)).filter(({ published }) => published)
  const keeping: Keeping = { keptBy: [], keptByOthers: 0 }
  if (users.length === 0) return keeping
  const versions: (Takes & { number: number; createdAt: Date; begun: boolean })[] =
    await candidatesOf(tx, template.id)
  const later = { createdAt: new Date(), begun: true, ...newest }
  const all = versions.some(({ number }) => number === newest.number)
    ? versions
    : [...versions, later]
  const scope = scopeOf(actor)
  for (const user of users) {
    const { id, name, publishedTemplates, publishedAt } = user
    const published = { templates: publishedTemplates, createdAt: publishedAt ?? new Date(0) }
    const base = baseOf(template.id, versions, published)
    const used = base && newestTaking(base, all)
    if (!used || used.number === newest.number) continue
    if (!seesWorkflow(scope, targetOf(user))) {
      keeping.keptByOthers += 1
      continue
    }
    const changes = dataChanges(base, newest).map(({ message }) => message)
    const steps = stepsOf(user, slugs, newest.fields)
    keeping.keptBy.push({ id, name, version: used.number, changes, steps })
  }
  return keeping
}

/**
 * Throws 409 when a published step that names a template does not give another one, which is to
 * replace it, all its placeholders.
 */
export async function requireFitting(
  tx: Tx,
  slugs: readonly string[],
  other: TemplateRow,
): Promise<void> {
  const { fields } = await getVersionOrThrow(tx, other, other.version)
  for (const { name, publishedDefinition } of await usersOf(tx, slugs))
    for (const step of stepsNaming(publishedDefinition, slugs).values()) {
      const [lacking] = lackingIn(step, fields)
      if (lacking === undefined) continue
      throw new ApiError(
        'conflict',
        `“${other.name}” needs “${lacking}”, which the step “${step.title || step.id}” of the ` +
          `workflow “${name}” does not give. Change and publish that workflow first.`,
        { workflow: name, stepId: step.id, placeholder: lacking },
      )
    }
}
