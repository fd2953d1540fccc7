import { ApiError } from '#lib/domain/api-error'
import { cutText } from '#lib/domain/text'

/**
 * The error for a query that the warehouse refused: 400, with its own code and message for the
 * query's author.
 */
export function queryFailed(
  provider: string,
  said: {
    code?: string | undefined
    message?: string | undefined
    sqlState?: string | undefined
    position?: number | undefined
  },
): ApiError {
  const details = Object.fromEntries(
    Object.entries({
      provider,
      ...said,
      message: said.message && cutText(said.message, 2000),
    }).filter(([, value]) => value !== undefined),
  )
  return new ApiError(
    'query_failed',
    'The warehouse refused the query. Its own message is in the details.',
    details,
  )
}
