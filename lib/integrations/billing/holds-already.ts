import { isDeepStrictEqual } from 'node:util'
import type { BillingPatient } from './port.ts'

/**
 * True when the platform's patient has every field of an update as sent, so that the update has
 * already happened. Fields that the platform sets itself do not count.
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
