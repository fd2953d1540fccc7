import { ApiError } from '#lib/domain/api-error'

/** Max documents in one answer. */
export const maxDocuments = 1000
/** Max bytes of one file. */
export const largestFile = 50 * 1024 * 1024

/** The error 400 for too many documents, instead of a silent cut. */
export function tooManyDocuments(): ApiError {
  return new ApiError(
    'result_too_large',
    `More than ${maxDocuments} documents match. Add criteria.`,
    { maxDocuments: maxDocuments },
  )
}

/** The error 404 for a document that the archive does not have. */
export function unknownDocument(provider: string): ApiError {
  return new ApiError(
    'not_found',
    'The archive has no document with this id. Search for it first: the id is the ' +
      'documentId of an answer.',
    { provider },
  )
}

/** The error 400 that names the available keys. */
export function unknownKey(index: number, key: string, known: readonly string[]): ApiError {
  return ApiError.invalid([
    {
      path: `${index}.Key`,
      message: `The archive has no key "${key}". It has: ${known.join(', ')}.`,
    },
  ])
}
