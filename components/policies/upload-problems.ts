import { inMegabytes, maxWholeFileBytes } from '#lib/domain/form/file-limits'
import { slugPattern } from '#lib/domain/slug'

/** The fields of an upload; an empty title is derived from the file's name. */
export type UploadFields = { file: File | null; id: string; title: string }

/**
 * The problems of an upload, by field; empty fields are no problem yet. `taken` are the ids that a
 * new policy must not have.
 */
export function problemsOf(
  { file, id }: UploadFields,
  taken: readonly string[],
): Partial<Record<keyof UploadFields, string>> {
  const problems: Partial<Record<keyof UploadFields, string>> = {}
  if (file && file.size > maxWholeFileBytes)
    problems.file = `The file is larger than ${inMegabytes(maxWholeFileBytes)}.`
  if (id && !slugPattern.test(id))
    problems.id =
      'An id has only lower-case letters and digits, in groups joined by single hyphens.'
  else if (taken.includes(id))
    problems.id =
      'There is a policy of this id. ' +
      'Choose another id, or open that policy and replace its document.'
  return problems
}
