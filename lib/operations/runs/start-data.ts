import { inArray } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { ApiError, type Issue } from '#lib/domain/api-error'
import { filesOfValue } from '#lib/domain/multi-file'
import { schemaIssues } from '#lib/domain/schema-issues'

type Schema = Record<string, unknown>

const propertiesOf = (schema: Schema): Record<string, Schema> => (schema['properties'] ?? {}) as Record<string, Schema>
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Multi-file values in the older shapes (an object with `files`, or keyed by file id) become what the newer one is: a list of `{id, fileName}`. */
function withFileLists(schema: Schema, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const multiFile = propertiesOf(schema)[name]?.['x-formFieldType'] === 'multi-file'
      return [name, multiFile && isObject(value) ? filesOfValue(value) : value]
    }),
  )
}

/** The older object-based schema of a multi-file field is read as the list it is kept as (service decisions, definition of a workflow). */
function withFileListSchemas(schema: Schema): Schema {
  const properties = Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, property]) => [
      name,
      property['x-formFieldType'] === 'multi-file' && property['type'] === 'object'
        ? { type: 'array', title: property['title'], items: { type: 'object', required: ['id', 'fileName'] } }
        : property,
    ]),
  )
  return { ...schema, properties }
}

async function missingFiles(tx: Tx, schema: Schema, data: Record<string, unknown>): Promise<Issue[]> {
  const named = Object.entries(propertiesOf(schema))
    .filter(([, property]) => property['x-formFieldType'] === 'multi-file')
    .flatMap(([name]) => filesOfValue(data[name]).map((file, index) => ({ path: `${name}.${index}.id`, id: file.id })))
  const ids = named.map(({ id }) => id).filter((id) => isUuid(id))
  const found = ids.length > 0 ? await tx.select({ id: files.id }).from(files).where(inArray(files.id, ids)) : []
  const known = new Set(found.map(({ id }) => id))
  return named.filter(({ id }) => !known.has(id)).map(({ path }) => ({ path, message: 'There is no uploaded file with this id. Upload it to /api/v2/files first.' }))
}

/**
 * Start data as a run keeps it: multi-file values as lists, the schema's defaults filled in, hidden fields kept. Throws a 400 that names every field
 * that does not fit, below `prefix`.
 */
export async function readStartData(tx: Tx, schema: Schema, given: unknown, prefix: string): Promise<Record<string, unknown>> {
  const value = given ?? {}
  if (!isObject(value)) throw ApiError.invalid([{ path: prefix, message: 'Start data is a JSON object.' }])
  const data = structuredClone(withFileLists(schema, value))
  const issues = schemaIssues(withFileListSchemas(schema), data)
  const all = issues.length > 0 ? issues : await missingFiles(tx, schema, data)
  if (all.length > 0) throw ApiError.invalid(all.map((issue) => ({ ...issue, path: issue.path ? `${prefix}.${issue.path}` : prefix })))
  return data
}
