import { isDeepStrictEqual } from 'node:util'
import type { BillingPatient } from './port.ts'

/**
 * True when the platform's patient holds every field of an update as it was sent, so that the
 * update has been made already. What the platform sets itself does not count.
 */
export function holdsAlready(
  patient: BillingPatient,
  update: BillingPatient,
  setByPlatform: ReadonlySet<string>,
): boolean {
  return Object.entries(update).every(
    ([field, value]) => setByPlatform.has(field) || isDeepStrictEqual(patient[field], value),
  )
}
