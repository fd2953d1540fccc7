import { ApiError } from '#lib/domain/api-error'

/** A cursor that this connection never gave out (400). */
export function unknownCursor(): ApiError {
  return ApiError.invalid([
    {
      path: 'cursor',
      message:
        'This is no cursor of this connection. Give the nextCursor of an earlier sync, ' +
        'or leave it out to begin anew.',
    },
  ])
}
