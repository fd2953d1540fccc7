import { badPath, badValue, ScimError } from './error.ts'
import { enterpriseSchemaId, groupSchemaId, isObject, userSchemaId, type Json } from './schemas.ts'

/** Names that would reach the prototype of every object. */
const forbidden = /(?:^|[^\w])(?:__proto__|constructor|prototype)(?:$|[^\w])/i

/** Refuses a body with a field or a path that reaches a prototype. Throws 400 `invalidPath`. */
function refusePrototypes(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(refusePrototypes)
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.test(key)) throw badPath('A field may not reach the prototype of an object.')
    refusePrototypes(inner)
  }
}

const booleans: Record<string, boolean> = { true: true, false: false }

/** Entra sends `"True"` and `"False"` as texts. */
const toBoolean = (value: unknown): unknown =>
  typeof value === 'string' ? (booleans[value.trim().toLowerCase()] ?? value) : value

/** Entra sends the manager as the id alone, some as a list of one. */
function toManager(value: unknown): unknown {
  const one = Array.isArray(value) ? (value as unknown[])[0] : value
  return typeof one === 'string' ? { value: one } : one
}

/** A value of an attribute, in the types that the schema wants. Nulls mean "none" (RFC 7643 §2.5). */
function normaliseValue(name: string, value: unknown): unknown {
  const lower = name.toLowerCase()
  if (lower === 'active' || lower === 'primary') return toBoolean(value)
  if (lower === 'manager') return toManager(value)
  if (Array.isArray(value))
    return value.filter((each) => each !== null).map((each) => normaliseValue('', each))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, normaliseValue(key, inner)]),
  )
}

const prefixes = [`${userSchemaId}:`, `${groupSchemaId}:`]

/** The name without the URN of its core schema. */
export function withoutCorePrefix(path: string): string {
  const prefix = prefixes.find((each) => path.toLowerCase().startsWith(each.toLowerCase()))
  return prefix ? path.slice(prefix.length) : path
}

/** A whole resource of POST or PUT. Throws 400 when it is no object. */
export function normaliseResource(body: unknown): Json {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  refusePrototypes(body)
  const given = normaliseValue('', body) as Json
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [withoutCorePrefix(key), value]),
  )
}

/** One operation of a PATCH after normalising: its path is never missing. */
export type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown }

const ownFields = new Set(['id', 'meta', 'groups', 'schemas'])

/**
 * An operation without a path has an object: one operation for each of its keys, which may be
 * dotted or begin with a URN. What only we write is left out: Okta sends the id again each time.
 */
function explode(op: 'add' | 'replace', value: unknown): Operation[] {
  if (!isObject(value)) throw badValue('An operation without a path needs an object as its value.')
  return Object.entries(value)
    .filter(([key]) => !ownFields.has(key.toLowerCase()))
    .flatMap(([key, inner]): Operation[] => {
      const path = withoutCorePrefix(key)
      const isExtension = path.toLowerCase() === enterpriseSchemaId.toLowerCase()
      if (!isExtension || !isObject(inner)) return [oneOf(op, path, inner)]
      return Object.entries(inner).map(([name, deep]) =>
        oneOf(op, `${enterpriseSchemaId}:${name}`, deep),
      )
    })
}

/** The last name of a path, by which its value is normalised. */
const lastName = (path: string): string => /(\w+)$/.exec(path)?.[1] ?? ''

function oneOf(op: Operation['op'], path: string, value: unknown): Operation {
  // An attribute that is replaced by nothing is removed (RFC 7643 §2.5).
  if (op !== 'remove' && value === null) return { op: 'remove', path, value: undefined }
  return { op, path, value: normaliseValue(lastName(path), value) }
}

function normaliseOne(given: unknown): Operation[] {
  if (!isObject(given)) throw badValue('Each of the Operations must be an object.')
  const op = String(given['op']).toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'An operation is add, replace or remove.', 'invalidSyntax')
  const { path, value } = given
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw badPath('A path must be a text.')
  if (typeof path === 'string' && path.trim() !== '') {
    if (path.length > 2048) throw badPath('A path has at most 2,048 characters.')
    // Values in quotation marks are compared, not followed.
    if (forbidden.test(path.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')))
      throw badPath('A path may not reach the prototype of an object.')
    return [oneOf(op, withoutCorePrefix(path.trim()), value)]
  }
  if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget')
  return explode(op, value)
}

/**
 * The operations of a PATCH in one form, whichever directory sent them (RFC 7644 §3.5.2). Throws
 * 400.
 */
export function normaliseOperations(body: unknown): Operation[] {
  if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  refusePrototypes(body)
  const [, operations] =
    Object.entries(body).find(([key]) => key.toLowerCase() === 'operations') ?? []
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'A PATCH has a list of Operations.', 'invalidSyntax')
  if (operations.length > 1000)
    throw new ScimError(413, 'A PATCH has at most 1,000 Operations.', 'tooMany')
  return operations.flatMap(normaliseOne)
}
