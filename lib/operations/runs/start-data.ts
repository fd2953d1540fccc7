import { inArray } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { files, uploads } from '#db/schema/documents'
import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import { filesOfValue } from '#lib/domain/form/multi-file'
import { inRowBytes } from '#lib/engine/store/payloads'
import { exceedsBytes } from '#lib/large-json/write'
import {
  checkedBySchema,
  schemaIssuesNow,
  type Checked,
  type CheckFor,
  type SchemaIssues,
} from '../schema-issues.ts'

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] ?? {}) as Record<string, Schema>
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether this is a multi-file field: it is marked, or (older schema) it is an object with only
 * `files`, which is marked.
 */
function isMultiFile(property: Schema | undefined): boolean {
  if (property?.['x-formFieldType'] === 'multi-file') return true
  const inner = Object.entries(propertiesOf(property ?? {}))
  return (
    inner.length === 1 &&
    inner[0]?.[0] === 'files' &&
    inner[0][1]['x-formFieldType'] === 'multi-file'
  )
}

/** Caches whether a schema has a multi-file field at any depth. */
const withFiles = new WeakMap<Schema, boolean>()

/** Avoids a search for files in data that can have none. */
function hasFiles(schema: Schema): boolean {
  const known = withFiles.get(schema)
  if (known !== undefined) return known
  const found = Object.values(propertiesOf(schema)).some((property) => {
    const { items } = property as { items?: unknown }
    return isMultiFile(property) || hasFiles(property) || (isObject(items) && hasFiles(items))
  })
  withFiles.set(schema, found)
  return found
}

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

type NamedFile = { path: string; id: string }

/** Finds every file that the data names, with the path of its id. */
export function namedFiles(
  schema: Schema,
  data: Record<string, unknown>,
  prefix = '',
): NamedFile[] {
  if (!hasFiles(schema)) return []
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const value = data[name]
    const path = `${prefix}${name}`
    if (isMultiFile(property))
      return filesOfValue(value).map((file, index) => ({
        path: `${path}.${index}.id`,
        id: file.id,
      }))
    if (isObject(value)) return namedFiles(property, value, `${path}.`)
    const items = property['items']
    if (!Array.isArray(value) || !isObject(items)) return []
    return value.flatMap((entry: unknown, index) =>
      isObject(entry) ? namedFiles(items, entry, `${path}.${index}.`) : [],
    )
  })
}

const notUploaded = 'There is no uploaded file with this id. Upload it to /api/v2/files first.'
const stillSent = 'This file is still being sent. Send its last part first.'

/** Finds named files that do not exist or are not completely uploaded. */
export async function missingFiles(tx: Tx, named: NamedFile[]): Promise<Issue[]> {
  const ids = named.map(({ id }) => id).filter((id) => isUuid(id))
  const found =
    ids.length > 0
      ? await tx.select({ id: files.id }).from(files).where(inArray(files.id, ids))
      : []
  const known = new Set(found.map(({ id }) => id))
  const missing = named.filter(({ id }) => !known.has(id))
  const unknown = missing.map(({ id }) => id).filter((id) => isUuid(id))
  const started =
    unknown.length > 0
      ? await tx.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, unknown))
      : []
  const unfinished = new Set(started.map(({ id }) => id))
  const why = (id: string) => (unfinished.has(id) ? stillSent : notUploaded)
  return missing.map(({ path, id }) => ({ path, message: why(id) }))
}

/** Caches the schema for validation by schema object. */
const checked = new WeakMap<Schema, Schema>()

/** The schema that validates the data of a run, with multi-file fields as lists. */
function ownSchema(schema: Schema): Schema {
  const own = checked.get(schema) ?? withFileListSchemas(schema)
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
  const data = structuredClone(withFileLists(schema, value))
  const found = schemaIssuesNow(ownSchema(schema), data)
  return found?.issues.length === 0 && namedFiles(schema, data).length === 0 ? data : undefined
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
    const result = await checkedBySchema(own, withFileLists(schema, given), checkFor)
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
  const { data, found } = await checkedData(schema, value, checkFor)
  refuse(found, prefix)
  refuse({ issues: await missingFiles(tx, namedFiles(schema, data)), more: 0 }, prefix)
  return data
}

async function checkedData(
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
  return await checkedBySchema(own, withFileLists(schema, value), checkFor)
}

function refuse({ issues, more }: SchemaIssues, prefix: string): void {
  if (issues.length === 0) return
  const below = (path: string): string => (path ? `${prefix}.${path}` : prefix)
  const named = issues.map((issue) => ({ ...issue, path: below(issue.path) }))
  throw ApiError.invalid(named, undefined, more)
}
