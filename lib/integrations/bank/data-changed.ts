import { ApiError } from '#lib/domain/api-error'

/**
 * The bank's data changed while pages were read, so that the pages since `restartCursor` are
 * inconsistent (409). Plaid's rule: start again at the cursor of the first page of this update, not
 * at the page that failed. An empty cursor is the start.
 */
export function dataChanged(provider: string, restartCursor: string): ApiError {
  return new ApiError(
    'conflict',
    'The transactions changed while their pages were read. ' +
      'Discard the pages since details.restartCursor and continue from there.',
    {
      provider,
      code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
      restartCursor,
    },
  )
}
