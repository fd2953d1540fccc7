import type { AddressCheck } from '#lib/domain/provider/address-check'

/** The check of an address of which nobody could say anything. */
export const notChecked = (why: string): AddressCheck => ({
  outcome: 'not_checked',
  suggestion: null,
  problems: [why],
})
