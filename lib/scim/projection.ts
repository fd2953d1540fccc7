import { badValue } from './error.ts'
import { withoutCorePrefix } from './normalise.ts'
import { enterpriseSchemaId, isObject, type Json } from './schemas.ts'

/** Which attributes an answer has (RFC 7644 §3.9). */
export type Projection = { attributes: string[] | undefined; excluded: string[] }

const name = /^[\w:.$-]{1,200}$/

function namesOf(text: string | null): string[] | undefined {
  if (text === null || text.trim() === '') return undefined
  const names = text.split(',').map((each) => each.trim())
  if (names.length > 100 || !names.every((each) => name.test(each)))
    throw badValue('Names of attributes are separated by commas, like userName,emails.')
  return names.map((each) => withoutCorePrefix(each).toLowerCase())
}

/** Reads `attributes` and `excludedAttributes` of a query. Throws 400. */
export const projectionOf = (query: URLSearchParams): Projection => ({
  attributes: namesOf(query.get('attributes')),
  excluded: namesOf(query.get('excludedAttributes')) ?? [],
})

/** Always returned (RFC 7643 §2.2, §3). */
const always = new Set(['id', 'schemas'])
const extension = enterpriseSchemaId.toLowerCase()

/** Whether the answer has the whole attribute, so that it must be loaded. */
export const isWanted = ({ attributes, excluded }: Projection, wanted: string): boolean =>
  !excluded.includes(wanted) &&
  (attributes === undefined ||
    attributes.some((each) => each === wanted || each.startsWith(`${wanted}.`)))

/** The names after this attribute in paths like `name.givenName`. */
const below = (paths: readonly string[], key: string): string[] =>
  paths.flatMap((path) => {
    const separator = key === extension ? ':' : '.'
    return path.startsWith(`${key}${separator}`) ? [path.slice(key.length + 1)] : []
  })

const mapElements = (value: unknown, change: (element: Json) => Json): unknown => {
  if (Array.isArray(value))
    return value.map((each: unknown) => (isObject(each) ? change(each) : each))
  return isObject(value) ? change(value) : value
}

const keep = (paths: readonly string[]) => (element: Json) =>
  Object.fromEntries(Object.entries(element).filter(([key]) => paths.includes(key.toLowerCase())))
const drop = (paths: readonly string[]) => (element: Json) =>
  Object.fromEntries(Object.entries(element).filter(([key]) => !paths.includes(key.toLowerCase())))

/** The resource with the attributes that the caller wants. */
export function project(resource: Json, { attributes, excluded }: Projection): Json {
  const result: Json = {}
  for (const [key, value] of Object.entries(resource)) {
    const lower = key.toLowerCase()
    if (always.has(lower)) {
      result[key] = value
      continue
    }
    if (excluded.includes(lower)) continue
    const without = mapElements(value, drop(below(excluded, lower)))
    if (attributes === undefined || attributes.includes(lower)) {
      result[key] = without
      continue
    }
    const inner = below(attributes, lower)
    if (inner.length > 0) result[key] = mapElements(without, keep(inner))
  }
  return result
}
