import type { FileRef } from '#lib/domain/form/multi-file'

/** The files in the shape that the field's schema asks for. */
export function valueFor(schema: Record<string, unknown>, files: FileRef[]): unknown {
  if (schema['type'] !== 'object') return files
  const properties = schema['properties'] as Record<string, unknown> | undefined
  if (properties && 'files' in properties) return { files }
  return Object.fromEntries(files.map(({ id, fileName }) => [id, { id, fileName }]))
}
