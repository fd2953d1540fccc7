import { pathOf, valueAt } from '#lib/domain/expressions/written/path'
import { humanName } from '#lib/domain/human-name'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { cutText } from '#lib/domain/text'
import type { CompletionItem } from '../../code/code-help.ts'
import { ancestorsOf, readingOrder } from './graph.ts'
import { kindWord } from './kind-word.ts'
import { runItems } from './run-names.ts'
import type { Sample } from './sample.ts'

type Schema = Record<string, unknown>

/** Levels of fields below a name. */
const maxDepth = 4
const quoted = (name: string): string => pathOf([name])

/** Of which values something is a part, in words: the step's title, and the titles on the way. */
type Around = { from: string; titles: string[] }
const inStart: Around = { from: 'Start form', titles: [] }
const inItem: Around = { from: 'Item of the loop', titles: [] }

const titled = ({ titles }: Around, title: string): string => [...titles, title].join(' › ')
const within = (around: Around, title: string): Around => ({
  ...around,
  titles: [...around.titles, title],
})

const failure: CompletionItem[] = [
  {
    path: 'error.message',
    title: 'Message of the failure',
    from: 'Failure',
    detail: 'text',
    info: 'Why the step failed',
  },
  {
    path: 'error.code',
    title: 'Code of the failure',
    from: 'Failure',
    detail: 'text',
    info: 'The same for every failure of its kind',
  },
  { path: 'error.details', title: 'Details of the failure', from: 'Failure', detail: 'group' },
  {
    path: 'error.stepId',
    title: 'Id of the failed step',
    from: 'Failure',
    detail: 'text',
    info: 'The step that failed',
  },
  {
    path: 'error.attempt',
    title: 'Attempts',
    from: 'Failure',
    detail: 'number',
    info: 'How often it was tried',
  },
]
const wholeItem: CompletionItem = {
  path: 'item',
  detail: 'item',
  info: 'The item of the loop that this is done for',
  title: 'The item',
  from: inItem.from,
}
/** The fields that a `while` loop provides to its rounds. */
const round: CompletionItem[] = [
  {
    path: 'item.index',
    title: 'Rounds done',
    from: 'Item of the loop',
    detail: 'number',
    info: 'How many rounds are done',
  },
  {
    path: 'item.last',
    title: 'Output of the round before',
    from: 'Item of the loop',
    detail: '',
    info: 'The output of the round before; nothing at first',
  },
]

/** What a list gives without a loop: its first entry, with the fields of that. */
function firstEntry(property: Schema, own: string, around: Around, title: string, depth: number) {
  const items = property['items']
  if (property['type'] !== 'array' || typeof items !== 'object' || items === null) return []
  const schema = items as Schema
  const path = `${own}[0]`
  const first = `First of ${title}`
  if ('properties' in schema) return fieldsOfSchema(schema, path, within(around, first), depth + 1)
  const detail = kindWord(schema['type'])
  return [{ path, detail, title: titled(around, first), from: around.from, schema }]
}

const titleOf = (property: Schema, name: string): string =>
  typeof property['title'] === 'string' ? property['title'] : humanName(name)

/** What a field is of all entries of a list: a list again. */
const ofAll = (path: string, title: string, around: Around, items: Schema): CompletionItem => ({
  path,
  detail: 'list',
  title: titled(around, title),
  from: around.from,
  schema: { type: 'array', items },
  ofAll: true,
})

/** The fields of all entries of a list, without groups and lists in them. */
function allEntries(property: Schema, own: string, around: Around, title: string) {
  const fields = (property['items'] as Schema | undefined)?.['properties'] as
    | Record<string, Schema>
    | undefined
  if (property['type'] !== 'array' || !fields) return []
  const all = within(around, `All of ${title}`)
  return Object.entries(fields)
    .filter(([, { type }]) => type !== 'object' && type !== 'array')
    .map(([name, field]) => ofAll(`${own}.${quoted(name)}`, titleOf(field, name), all, field))
}

function fieldsOfSchema(schema: Schema, path: string, around: Around, depth = 0): CompletionItem[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  if (depth >= maxDepth) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = `${path}.${quoted(name)}`
    const type = property['type'] ?? (property['enum'] ? 'choice' : undefined)
    const info = [property['title'], property['description']].find(
      (text) => typeof text === 'string' && text !== name,
    )
    const title = titleOf(property, name)
    return [
      {
        path: own,
        detail: kindWord(type),
        ...(info ? { info: String(info) } : {}),
        title: titled(around, title),
        from: around.from,
        schema: property,
      },
      ...fieldsOfSchema(property, own, within(around, title), depth + 1),
      ...firstEntry(property, own, around, title, depth),
      ...allEntries(property, own, around, title),
    ]
  })
}

const kindOfValue = (value: unknown): string =>
  value === null ? '' : kindWord(Array.isArray(value) ? 'array' : typeof value)

function fieldsOfValue(value: unknown, path: string, around: Around, depth = 0): CompletionItem[] {
  if (depth >= maxDepth || typeof value !== 'object' || value === null || Array.isArray(value))
    return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const own = `${path}.${quoted(name)}`
    const shown = cutText(JSON.stringify(inner) ?? '', 60)
    const title = humanName(name)
    return [
      {
        path: own,
        detail: kindOfValue(inner),
        ...(shown ? { info: `last run: ${shown}` } : {}),
        title: titled(around, title),
        from: around.from,
      },
      ...(Array.isArray(inner)
        ? [
            ...fieldsOfValue(inner[0], `${own}[0]`, within(around, `First of ${title}`), depth + 1),
            ...allSeen(inner[0], own, within(around, `All of ${title}`)),
          ]
        : fieldsOfValue(inner, own, within(around, title), depth + 1)),
    ]
  })
}

/** The fields of all entries of a list, by what its first one has. */
function allSeen(first: unknown, own: string, around: Around): CompletionItem[] {
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return []
  return Object.entries(first)
    .filter(([, inner]: [string, unknown]) => typeof inner !== 'object' || inner === null)
    .map(([name]) => ofAll(`${own}.${quoted(name)}`, humanName(name), around, {}))
}

/** What the entries of a list are like that is read by its name, from the schema around it. */
function schemaOfItems(names: string[], schemas: Map<string, Schema>): Schema | undefined {
  const path = names.join('.')
  const root = [...schemas.keys()].find((one) => `${path}.`.startsWith(`${one}.`))
  let schema = root === undefined ? undefined : schemas.get(root)
  // A field of all entries of a list is one of each of them.
  let isOfAll = false
  for (const name of names.slice(root?.split('.').length ?? 0)) {
    const items = schema?.['type'] === 'array' ? (schema['items'] as Schema | undefined) : undefined
    isOfAll ||= items !== undefined
    schema = ((items ?? schema)?.['properties'] as Record<string, Schema> | undefined)?.[name]
  }
  const items = schema?.['items']
  if (typeof items === 'object' && items !== null) return items as Schema
  return isOfAll ? schema : undefined
}

/**
 * The item of a loop, and its fields: for a list that is read by its name from the schema around it,
 * or from the last run's data.
 */
function itemOf(
  { type: loop, config: { items } }: Step,
  schemas: Map<string, Schema>,
  sample: Sample | undefined,
): CompletionItem[] {
  if (loop === 'while') return [{ ...wholeItem, detail: 'group' }, ...round]
  if (!isExpression(items)) return [wholeItem]
  const names = items.$.trim().split('.')
  const schema = schemaOfItems(names, schemas)
  const known = schema ? fieldsOfSchema(schema, 'item', inItem) : []
  const type = schema?.['type'] ?? (schema?.['enum'] ? 'choice' : undefined)
  const described = schema ? { schema, detail: kindWord(type) || wholeItem.detail } : {}
  if (known.length > 0 || type !== undefined) return [{ ...wholeItem, ...described }, ...known]
  const value = valueAt(sample, names)
  const [first] = Array.isArray(value) ? (value as unknown[]) : []
  const detail = kindOfValue(first ?? null) || wholeItem.detail
  return [{ ...wholeItem, detail }, ...fieldsOfValue(first, 'item', inItem)]
}

/** What `item` is for a step that asks of each one itself. */
export const nameOfItem = ({ type }: Step): string =>
  type === 'filter-list' ? 'Entry of the list' : 'Item of the loop'

/**
 * Everything that the expressions of a step can name: the start data, the outputs of the steps that
 * run before it, the run; in a failure handler also the error, in a loop the item. Fields that no
 * schema describes are read from the last run's data.
 */
export function scopeOf(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  stepId: string,
  sample: Sample | undefined,
): CompletionItem[] {
  const before = ancestorsOf(definition, stepId)
  const bodies = bodiesOf(definition.steps)
  // The handler of a failure is in the same loops as the step that fails.
  const handled = definition.steps
    .filter((step) => step.on_failure?.step === stepId)
    .map(({ id }) => id)
  const places = [stepId, ...handled]
  const around = [...bodies]
    .filter(([, body]) => places.some((id) => body.has(id)))
    .map(([loop]) => loop)
  const own = definition.steps.find((step) => step.id === stepId)
  const schemas = new Map([['start', definition.startData]])
  const start = fieldsOfSchema(definition.startData, 'start', inStart)
  const steps = readingOrder(definition)
    .filter((step) => before.has(step.id) && !around.includes(step.id))
    .flatMap((step) => {
      const path = `steps.${step.id}.output`
      const inOutput: Around = { from: step.title || step.id, titles: [] }
      const schema = outputSchemaOf(step, types.get(step.type))
      schemas.set(path, schema)
      const known = fieldsOfSchema(schema, path, inOutput)
      const seen = fieldsOfValue(sample?.steps[step.id]?.output, path, inOutput)
      const names = new Set(known.map((item) => item.path))
      return [
        { path, detail: 'output', info: step.title, title: 'Everything', from: inOutput.from },
        ...known,
        ...seen.filter((item) => !names.has(item.path)),
      ]
    })
  // An expression that a loop computes for each round reads the same names as the loop's body.
  const innermost = innermostLoops(bodies)
  const isOwn = own !== undefined && types.get(own.type)?.deferred !== undefined
  const looper = isOwn
    ? own
    : definition.steps.find((step) => places.some((id) => innermost.get(id) === step.id))
  const item = looper ? itemOf(looper, schemas, sample) : []
  return [
    // What a step asks of each item is asked of the item, before anything else.
    ...(isOwn ? item.map((one) => ({ ...one, from: nameOfItem(own) })) : []),
    { path: 'start', detail: 'start data', title: 'Everything', from: inStart.from },
    ...(start.length > 0 ? start : fieldsOfValue(sample?.start, 'start', inStart)),
    ...steps,
    ...(isOwn ? [] : item),
    ...(handled.length > 0 ? failure : []),
    ...runItems,
  ]
}

/** The same for TypeScript: the names of expressions, and those that only code has. */
export function codeScope(items: CompletionItem[], hook: boolean): CompletionItem[] {
  return [
    // The hook of a screen does not get the run.
    ...items.filter(({ path, ofAll }) => !ofAll && !(hook && path.startsWith('run.'))),
    ...(hook
      ? [
          {
            path: 'output',
            detail: 'group',
            info: 'What the person typed; return a value to replace it',
          },
          { path: 'user', detail: 'group', info: 'Who completes the screen' },
          { path: 'user.name', detail: 'text' },
          { path: 'user.email', detail: 'text' },
        ]
      : []),
    { path: 'task', detail: 'group' },
    { path: 'task.id', detail: 'text' },
    {
      path: 'ApiError',
      detail: 'class',
      info: 'throw new ApiError(422, "What to do", { issues: [{ path: "field", message: "…" }] })',
    },
  ]
}
