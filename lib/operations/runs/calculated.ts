import { ApiError } from '#lib/domain/api-error'
import { TooMuchToCalculate } from '#lib/domain/form/calculate/evaluate'
import { withCalculated } from '#lib/domain/form/calculate/with-calculated'

/**
 * Data with the values of calculated fields, whatever the caller sent in their places. The same
 * object when nothing changes. Throws 413 when that would take too long.
 */
export function calculated(
  schema: Record<string, unknown>,
  data: Record<string, unknown>,
): Record<string, unknown> {
  try {
    return withCalculated(schema, data)
  } catch (error) {
    if (!(error instanceof TooMuchToCalculate)) throw error
    throw new ApiError(
      'payload_too_large',
      'This form has too many entries for its calculated fields. Send fewer entries at once.',
      { reason: 'too_costly_to_calculate' },
    )
  }
}
