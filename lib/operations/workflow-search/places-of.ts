import type { Definition, Step } from '#lib/domain/workflow/definition'
import { stepTypes } from '#lib/steps/registry'

/** A text of a definition with where it stands; without a step: of the workflow itself. */
export type Place = {
  step: Step | null
  where: string
  /** In the step, such as `config.text`, for the editor's address. */
  path: string | null
  text: string
  /** The name of a field of a form that is declared here. */
  declares?: string
}

type JsonSchema = Record<string, unknown>
const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What depth a strange schema or setting is followed to. */
const maxDepth = 20

/** The fields of a form and what is said at each. */
function placesOfForm(schema: unknown, place: Omit<Place, 'text'>, depth = 0): Place[] {
  if (!isObject(schema) || depth > maxDepth) return []
  const found: Place[] = []
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  for (const [name, field] of Object.entries(properties)) {
    const title = isObject(field) && typeof field['title'] === 'string' ? field['title'] : name
    const here = { ...place, where: `${place.where}: ${title || name}` }
    found.push({ ...here, text: name, declares: name })
    if (title !== name) found.push({ ...here, text: title, declares: name })
    found.push(...textsOf(withoutForms(field), here))
    found.push(...placesOfForm(field, here, depth + 1))
  }
  for (const part of ['items', 'if', 'then', 'else'])
    found.push(...placesOfForm(schema[part], place, depth + 1))
  return found
}

/** What a field says beside its title and the fields in it. */
function withoutForms(field: unknown): unknown {
  if (!isObject(field)) return undefined
  const { title: _title, properties: _fields, items: _items, ...rest } = field
  const { if: _if, then: _then, else: _else, type: _type, required: _required, ...says } = rest
  return says
}

/** All texts below a value; the names of objects' entries are texts, too, when `names`. */
function textsOf(value: unknown, place: Omit<Place, 'text'>, names = false, depth = 0): Place[] {
  if (typeof value === 'string') return value === '' ? [] : [{ ...place, text: value }]
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  const entries = Object.entries(value)
  const own = names && isObject(value) ? entries.map(([name]) => ({ ...place, text: name })) : []
  const named = own.filter(({ text }) => text !== '$')
  return [...named, ...entries.flatMap(([, part]) => textsOf(part, place, names, depth + 1))]
}

/** The title of a setting of a step type; its name where the type is unknown. */
function titleOf(type: string, setting: string): string {
  const properties = stepTypes.get(type)?.info.configSchema['properties']
  const field = isObject(properties) ? properties[setting] : undefined
  return isObject(field) && typeof field['title'] === 'string' ? field['title'] : setting
}

function placesOfStep(step: Step): Place[] {
  const { id, type, title, config, before_complete: code } = step
  const at = (where: string, path: string | null) => ({ step, where, path })
  const settings = Object.entries(config).flatMap(([name, value]) => {
    const here = at(titleOf(type, name), `config.${name}`)
    const isForm = name === 'schema' && isObject(value)
    return isForm ? placesOfForm(value, here) : textsOf(value, here, name === 'data')
  })
  return [
    { ...at('Title', 'title'), text: title },
    { ...at('Id', 'title'), text: id },
    ...settings,
    ...(code === undefined ? [] : [{ ...at('Check before completion', null), text: code }]),
  ]
}

/** All that a definition says, with where it stands. */
export function placesOf({ startData, steps, settings }: Definition): Place[] {
  const own = (where: string) => ({ step: null, where, path: null })
  return [
    ...placesOfForm(startData, own('Start form')),
    ...textsOf(settings, own('Settings')),
    ...steps.flatMap(placesOfStep),
  ]
}
