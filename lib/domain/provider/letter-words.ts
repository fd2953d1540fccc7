/** Events of a letter at the provider and in the mail, in the usual order. */
export const letterEventTypes = [
  'created',
  'rendered',
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  're_routed',
  'pickup_available',
  'international_exit',
  'issue',
  'delivered',
  'returned_to_sender',
  'failed',
  'cancelled',
] as const
export type LetterEventType = (typeof letterEventTypes)[number]

/**
 * A letter's status is its newest event. Before the first event it is `sending` (the provider is
 * being called), `not_sent` (the provider refused, or was not reached) or `unknown` (there was no
 * answer, so the provider may have the letter or not).
 */
export const letterStatuses = ['sending', 'not_sent', 'unknown', ...letterEventTypes] as const
export type LetterStatus = (typeof letterStatuses)[number]

const final: ReadonlySet<LetterStatus> = new Set([
  'not_sent',
  'delivered',
  'returned_to_sender',
  'failed',
  'cancelled',
])
/** Whether no further event is expected. */
export const isFinalLetterStatus = (status: LetterStatus): boolean => final.has(status)

const titles: Partial<Record<LetterStatus, string>> = {
  rendered: 'Rendered',
  not_sent: 'Not sent',
  unknown: 'Outcome unknown',
  re_routed: 'Re-routed',
}
/** "in_transit" as "In transit". */
export const letterStatusTitle = (status: LetterStatus): string =>
  titles[status] ?? status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')

/**
 * What is ordered beside printing and postage, in the words of the US post. A return receipt is the
 * recipient's signature. Registered mail goes abroad.
 */
export const letterServices = [
  'none',
  'certified',
  'certified_return_receipt',
  'registered',
] as const
export type LetterService = (typeof letterServices)[number]
export const letterServiceTitles: Record<LetterService, string> = {
  none: 'Plain mail',
  certified: 'Certified mail',
  certified_return_receipt: 'Certified mail with return receipt',
  registered: 'Registered mail',
}

type Place = { state: string; postalCode: string; country: string }

/** What is wrong with the state and postal code of an address within the United States. */
export function placeProblems({ state, postalCode, country }: Place) {
  const problems: { path: 'state' | 'postalCode'; message: string }[] = []
  if (country !== 'US') return problems
  if (!/^[A-Za-z]{2}$/.test(state))
    problems.push({ path: 'state', message: 'Give the state as two letters, for example NY.' })
  if (!/^\d{5}(-\d{4})?$/.test(postalCode))
    problems.push({
      path: 'postalCode',
      message: 'Give a ZIP code like 10001 or 10001-1234.',
    })
  return problems
}
