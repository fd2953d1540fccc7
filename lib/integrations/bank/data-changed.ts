import { ApiError } from '#lib/domain/api-error'

/**
 * The bank's data changed while pages were read, so that what was read since `restartCursor` does
 * not fit together (409). Plaid's rule: begin again at the cursor of the first page of this update,
 * not at the page that failed. An empty cursor is the beginning.
 */
export function dataChanged(provider: string, restartCursor: string): ApiError {
  return new ApiError(
    'conflict',
    'The transactions changed while their pages were read. ' +
      'Drop what came since details.restartCursor and read on from there.',
    {
      provider,
      code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
      restartCursor,
    },
  )
}
