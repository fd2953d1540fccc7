export type FileRef = { id: string; fileName: string }

const isRef = (value: unknown): value is FileRef =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as FileRef).id === 'string' &&
  typeof (value as FileRef).fileName === 'string'

/**
 * The files of a multi-file value in any accepted shape: an array, an object with `files`, or an
 * object keyed by file id (specification 9.4).
 */
export function filesOfValue(value: unknown): FileRef[] {
  if (Array.isArray(value)) return value.filter(isRef)
  if (typeof value !== 'object' || value === null) return []
  const { files } = value as { files?: unknown }
  if (Array.isArray(files)) return files.filter(isRef)
  return Object.entries(value).flatMap(([id, entry]) => {
    const fileName = (entry as { fileName?: unknown } | null)?.fileName
    return typeof fileName === 'string' ? [{ id, fileName }] : []
  })
}

/** The files of any value that is shown: also of one file alone, as steps give it. */
export const filesShown = (value: unknown): FileRef[] =>
  isRef(value) ? [value] : filesOfValue(value)
