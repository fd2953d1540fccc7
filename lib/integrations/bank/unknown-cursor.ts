import { ApiError } from '#lib/domain/api-error'

/** The error for a cursor that this connection never issued (400). */
export function unknownCursor(): ApiError {
  return ApiError.invalid([
    {
      path: 'cursor',
      message:
        'This cursor is not from this connection. Give the nextCursor of an earlier sync, ' +
        'or omit it to start again.',
    },
  ])
}
