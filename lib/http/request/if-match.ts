import { createHash } from 'node:crypto'
import { ApiError } from '#lib/domain/api-error'

/**
 * The revision that `If-Match: "7"` names. Throws 428 without the header, 400 when it is no
 * revision.
 */
export function ifMatchOf(request: Request): number {
  const header = request.headers.get('if-match')
  if (header === null)
    throw new ApiError(
      'precondition_required',
      'Send the revision that your change is based on as a header, for example If-Match: ' +
        '"7". It is the ETag of the workflow.',
    )
  const revision = /^\s*"?(\d{1,9})(?:-[\w-]{1,40})?"?\s*$/.exec(header)?.[1]
  if (revision === undefined)
    throw ApiError.invalid([
      {
        path: 'If-Match',
        message: 'If-Match must be one draft revision in quotes, for example "7".',
      },
    ])
  return Number(revision)
}

export const etagOf = (revision: number): string => `"${revision}"`

/** The ETag of an answer with more than the draft: it changes with any part of the answer. */
export function etagOfAll(revision: number, body: unknown): string {
  const mark = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 16)
  return `"${revision}-${mark}"`
}
