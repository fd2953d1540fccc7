import type { Definition, Step } from '#lib/domain/definition'
import { bodiesOf } from '#lib/domain/loops'
import type { StepTypeInfo } from '#lib/domain/step-type-info'
import type { CompletionItem } from '../../code/code-help.ts'
import { ancestorsOf, readingOrder } from './graph.ts'
import type { Sample } from './sample.ts'

type Schema = Record<string, unknown>

const deepest = 4
const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``)

const run: CompletionItem[] = [
  { path: 'run.id', detail: 'text', info: 'The run’s id' },
  { path: 'run.workflowName', detail: 'text' },
  { path: 'run.startedAt', detail: 'time' },
  { path: 'run.trigger', detail: 'text', info: 'manual, form, api, schedule or retry' },
  { path: 'run.timeZone', detail: 'text' },
]
const failure: CompletionItem[] = [
  { path: 'error.message', detail: 'text', info: 'Why the step failed' },
  { path: 'error.code', detail: 'text' },
  { path: 'error.details', detail: 'object' },
]

function fieldsOfSchema(schema: Schema, path: string, depth = 0): CompletionItem[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  if (depth >= deepest) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = `${path}.${quoted(name)}`
    const type = property['type'] ?? (property['enum'] ? 'choice' : 'any')
    const info = [property['title'], property['description']].find((text) => typeof text === 'string' && text !== name)
    return [{ path: own, detail: String(type), ...(info ? { info: String(info) } : {}) }, ...fieldsOfSchema(property, own, depth + 1)]
  })
}

function fieldsOfValue(value: unknown, path: string, depth = 0): CompletionItem[] {
  if (depth >= deepest || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = `${path}.${quoted(name)}`
    const shown = JSON.stringify(inner)?.slice(0, 60)
    return [{ path: own, detail: Array.isArray(inner) ? 'list' : typeof inner, ...(shown ? { info: `last run: ${shown}` } : {}) }, ...fieldsOfValue(inner, own, depth + 1)]
  })
}

/** A screen produces what its own form asks for; every other step what its type says. */
function outputSchemaOf(step: Step, type: StepTypeInfo | undefined): Schema {
  const own = step.config['schema']
  return type?.screen && typeof own === 'object' && own !== null && !('$' in own) ? (own as Schema) : (type?.outputSchema ?? {})
}

/**
 * Everything that the expressions of a step may name: the start data, the outputs of the steps that run before it, the run, and in a
 * failure's handler the error, in a loop the item. Where a schema says nothing, the last run's data does.
 */
export function scopeOf(definition: Definition, types: ReadonlyMap<string, StepTypeInfo>, stepId: string, sample: Sample | undefined): CompletionItem[] {
  const before = ancestorsOf(definition, stepId)
  const around = [...bodiesOf(definition.steps)].filter(([, body]) => body.has(stepId)).map(([loop]) => loop)
  const own = definition.steps.find((step) => step.id === stepId)
  const readsItem = around.length > 0 || (own !== undefined && types.get(own.type)?.deferred !== undefined)
  const start = fieldsOfSchema(definition.startData, 'start')
  const steps = readingOrder(definition)
    .filter((step) => before.has(step.id) && !around.includes(step.id))
    .flatMap((step) => {
      const path = `steps.${step.id}.output`
      const known = fieldsOfSchema(outputSchemaOf(step, types.get(step.type)), path)
      const seen = fieldsOfValue(sample?.steps[step.id]?.output, path)
      const names = new Set(known.map((item) => item.path))
      return [{ path, detail: 'output', info: step.title }, ...known, ...seen.filter((item) => !names.has(item.path))]
    })
  const handles = definition.steps.some((step) => step.on_failure?.step === stepId)
  return [{ path: 'start', detail: 'start data' }, ...(start.length > 0 ? start : fieldsOfValue(sample?.start, 'start')), ...steps, ...(readsItem ? [{ path: 'item', detail: 'item', info: 'The item of the loop that this is done for' }] : []), ...(handles ? failure : []), ...run]
}

/** The same for TypeScript: expressions' names, and what only code has. */
export function codeScope(items: CompletionItem[], hook: boolean): CompletionItem[] {
  return [
    ...items,
    ...(hook
      ? [
          { path: 'output', detail: 'object', info: 'What the person typed; return a value to replace it' },
          { path: 'user', detail: 'object', info: 'Who completes the screen' },
          { path: 'user.name', detail: 'text' },
          { path: 'user.email', detail: 'text' },
        ]
      : []),
    { path: 'task', detail: 'object' },
    { path: 'task.id', detail: 'text' },
    { path: 'ApiError', detail: 'class', info: 'throw new ApiError(422, "What to do", { issues: [{ path: "field", message: "…" }] })' },
  ]
}
