export type FileRef = { id: string; fileName: string }

const isRef = (value: unknown): value is FileRef =>
  typeof value === 'object' && value !== null && typeof (value as FileRef).id === 'string' && typeof (value as FileRef).fileName === 'string'

/** The files of a multi-file value in any accepted shape: an array, an object with `files`, or an object keyed by file id. */
export function filesOf(value: unknown): FileRef[] {
  if (Array.isArray(value)) return value.filter(isRef)
  if (typeof value !== 'object' || value === null) return []
  const { files } = value as { files?: unknown }
  if (Array.isArray(files)) return files.filter(isRef)
  return Object.entries(value).flatMap(([id, entry]) => {
    const fileName = (entry as { fileName?: unknown } | null)?.fileName
    return typeof fileName === 'string' ? [{ id, fileName }] : []
  })
}

/** The files in the shape that the field's schema asks for. */
export function valueFor(schema: Record<string, unknown>, files: FileRef[]): unknown {
  if (schema['type'] !== 'object') return files
  const properties = schema['properties'] as Record<string, unknown> | undefined
  if (properties && 'files' in properties) return { files }
  return Object.fromEntries(files.map(({ id, fileName }) => [id, { id, fileName }]))
}
