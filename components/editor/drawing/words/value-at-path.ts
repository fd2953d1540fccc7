import { placeOfPath, type Place } from '#lib/domain/expressions/written/path'
import { humanName } from '#lib/domain/human-name'
import type { Definition } from '#lib/domain/workflow/definition'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { stepsById } from '../../model/graph.ts'
import { runSchema } from '../../model/run-names.ts'

type Schema = Record<string, unknown>
type Types = ReadonlyMap<string, StepTypeInfo>
/** What a value is called in the box of a step, and what is known of it. */
export type ValueAtPath = { title: string; schema: Schema | undefined }

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** The schema of a field; that of a list is the one of its entries. */
function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const items = schema?.['items']
  const around = isSchema(items) ? items : schema
  const properties = around?.['properties']
  const field = isSchema(properties) ? properties[name] : undefined
  return isSchema(field) ? field : undefined
}

/** Whose fields the rest of a path names, what they are called together, and their schema. */
function rootOf(place: Place, definition: Definition, types: Types) {
  const [root, id, output, ...below] = place
  if (root === 'start')
    return { title: 'Start form', schema: definition.startData, rest: place.slice(1) }
  if (root === 'run') return { title: 'Run', schema: runSchema, rest: place.slice(1) }
  if (root === 'item') return { title: 'The item', schema: undefined, rest: place.slice(1) }
  if (root !== 'steps' || output !== 'output') return { title: '', schema: undefined, rest: place }
  const step = stepsById(definition).get(String(id))
  if (!step) return { title: humanName(String(id)), schema: undefined, rest: below }
  const schema = outputSchemaOf(step, types.get(step.type))
  return { title: step.title || step.id, schema, rest: below }
}

/** An id stands for what it is the id of. */
const withoutId = (rest: Place): Place =>
  rest.length > 1 && rest.at(-1) === 'id' ? rest.slice(0, -1) : rest

/**
 * What the value at a path is called: in a box there is no room for the step that it comes from.
 */
export function valueAtPath(path: string, definition: Definition, types: Types): ValueAtPath {
  const root = rootOf(placeOfPath(path), definition, types)
  let schema: Schema | undefined = root.schema
  const titles: string[] = []
  for (const part of withoutId(root.rest)) {
    if (typeof part === 'number') {
      if (part > 0) titles.push(`Entry ${part + 1}`)
      continue
    }
    schema = fieldOf(schema, part)
    const title = schema?.['title']
    titles.push(typeof title === 'string' && title !== '' ? title : humanName(part))
  }
  return { title: titles.length === 0 ? root.title : titles.join(' › '), schema }
}
