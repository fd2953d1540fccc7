import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { withSignatureShapes } from '#lib/domain/form/signature'
import { inRowBytes } from '#lib/engine/store/payloads'
import { exceedsBytes } from '#lib/large-json/write'
import {
  checkedBySchema,
  schemaIssuesNow,
  type Checked,
  type CheckFor,
  type SchemaIssues,
} from '../schema-issues.ts'
import { calculated } from './calculated.ts'
import { hasFiles, isMultiFile, missingFiles, namedFiles } from './named-files.ts'

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] ?? {}) as Record<string, Schema>
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Converts the older shapes: an object with `files`, or an object keyed by file id. Nothing is left
 * out; validation reports what does not fit.
 */
function fileList(value: Record<string, unknown>): unknown {
  if ('files' in value) return value['files']
  return Object.entries(value).map(([id, entry]) =>
    isObject(entry) ? { id, ...entry } : { id, fileName: entry },
  )
}

/**
 * Converts multi-file values of the older shapes to the newer one: a list of `{id, fileName}`.
 */
function withFileLists(schema: Schema, data: Record<string, unknown>): Record<string, unknown> {
  if (!hasFiles(schema)) return data
  const convert = (value: unknown, property: Schema | undefined) => {
    if (!isObject(value) || !property) return value
    return isMultiFile(property) ? fileList(value) : withFileLists(property, value)
  }
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, convert(value, propertiesOf(schema)[name])]),
  )
}

const listOfFiles = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'fileName'],
    properties: { id: { type: 'string' }, fileName: { type: 'string' } },
  },
}

/**
 * Reads the older object-based schema of a multi-file field as the list that is stored (docs of a
 * definition's start data).
 */
function withFileListSchemas(schema: Schema): Schema {
  const convert = (property: Schema): Schema => {
    if (isMultiFile(property)) return property['type'] === 'array' ? property : listOfFiles
    return property['properties'] ? withFileListSchemas(property) : property
  }
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([name, property]) => [name, convert(property)]),
    ),
  }
}

/** Caches the schema for validation by schema object. */
const checked = new WeakMap<Schema, Schema>()

/** The schema that validates the data of a run, with multi-file fields as lists. */
function ownSchema(schema: Schema): Schema {
  const own = checked.get(schema) ?? withFileListSchemas(withSignatureShapes(schema))
  checked.set(schema, own)
  return own
}

/**
 * Answers what `readStartData` would, when that needs no query, is cheap and finds no issue; else
 * undefined.
 */
export function plainStartData(
  schema: Schema,
  given: unknown,
): Record<string, unknown> | undefined {
  const value = given ?? {}
  // Data that does not fit into the row of its run is started in another way in any case.
  if (!isObject(value) || exceedsBytes(value, inRowBytes)) return undefined
  const data = structuredClone(givenData(schema, value))
  const found = schemaIssuesNow(ownSchema(schema), data)
  const isPlain = found?.issues.length === 0 && namedFiles(schema, data).length === 0
  // A default that was filled in may have changed what is calculated.
  return isPlain && calculated(schema, data) === data ? data : undefined
}

type Data = Record<string, unknown>

/**
 * Data that was checked before a transaction, with the result or why the check failed.
 */
const ahead = new WeakMap<object, { by: string; result: Checked<Data> | ApiError }>()
/** Temporary refusals: the check may succeed later. */
const passing = new Set<string>(['rate_limited', 'unavailable'])

/** Smaller data is checked quickly, where it is read. */
const smallBytes = 2_000

/**
 * Checks large start data before the transaction of `readStartData`, because nothing may keep a
 * database connection while it waits for a process. `schemaOf` finds the schema. `given` must not
 * be changed afterwards.
 */
export async function startDataCheckOf(
  given: unknown,
  checkFor: CheckFor,
  schemaOf: () => Promise<Schema>,
): Promise<void> {
  if (!isObject(given) || !exceedsBytes(given, smallBytes)) return
  const schema = await schemaOf()
  const own = ownSchema(schema)
  try {
    const result = await checkedData(schema, own, given, checkFor)
    ahead.set(given, { by: JSON.stringify(own), result })
  } catch (error) {
    if (error instanceof ApiError && !passing.has(error.code))
      ahead.set(given, { by: JSON.stringify(own), result: error })
    throw error
  }
}

/** Whether `readStartData` may have to wait for a process. */
export const needsCheckAhead = (given: Data): boolean =>
  exceedsBytes(given, smallBytes) && !ahead.has(given)

/**
 * Validates start data and answers its stored form: multi-file values as lists, with the schema's
 * defaults and the hidden fields. Throws a 400 that names every wrong field, below `prefix`.
 */
export async function readStartData(
  tx: Tx,
  schema: Schema,
  given: unknown,
  prefix: string,
  checkFor: CheckFor,
): Promise<Data> {
  const value = given ?? {}
  if (!isObject(value))
    throw ApiError.invalid([{ path: prefix, message: 'Start data is a JSON object.' }])
  const { data, found } = await checkedOnce(schema, value, checkFor)
  refuse(found, prefix)
  refuse({ issues: await missingFiles(tx, namedFiles(schema, data)), more: 0 }, prefix)
  return data
}

/** The data in its stored form, before it is checked. */
const givenData = (schema: Schema, value: Data): Data =>
  calculated(schema, withFileLists(schema, value))

async function checkedData(
  schema: Schema,
  own: Schema,
  value: Data,
  checkFor: CheckFor,
): Promise<Checked<Data>> {
  const first = await checkedBySchema(own, givenData(schema, value), checkFor)
  const data = calculated(schema, first.data)
  // A default that was filled in changed what is calculated.
  return data === first.data ? first : await checkedBySchema(own, data, checkFor)
}

async function checkedOnce(
  schema: Schema,
  value: Data,
  checkFor: CheckFor,
): Promise<Checked<Data>> {
  const known = ahead.get(value)
  const own = ownSchema(schema)
  // Another version may have been published since the check.
  if (known?.by === JSON.stringify(own)) {
    if (known.result instanceof ApiError) throw known.result
    return known.result
  }
  return await checkedData(schema, own, value, checkFor)
}

function refuse({ issues, more }: SchemaIssues, prefix: string): void {
  if (issues.length === 0) return
  const below = (path: string): string => (path ? `${prefix}.${path}` : prefix)
  const named = issues.map((issue) => ({ ...issue, path: below(issue.path) }))
  throw ApiError.invalid(named, undefined, more)
}
