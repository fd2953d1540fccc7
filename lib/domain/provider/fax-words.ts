/** States of a fax at its provider, in the usual order. */
export const faxStates = ['queued', 'transmitting', 'delivered', 'failed', 'cancelled'] as const
export type FaxState = (typeof faxStates)[number]

/**
 * Before the provider's first state an outgoing fax is `sending` (the provider is being called),
 * `not_sent` (the provider refused, or was not reached) or `unknown` (there was no answer). One that
 * comes in is `receiving` until its pages are here, and then `received`, or `refused` when its
 * workflow could not be started.
 */
export const faxStatuses = [
  'sending',
  'not_sent',
  'unknown',
  ...faxStates,
  'receiving',
  'received',
  'refused',
] as const
export type FaxStatus = (typeof faxStatuses)[number]

export const faxDirections = ['out', 'in'] as const
export type FaxDirection = (typeof faxDirections)[number]

const final: ReadonlySet<FaxState> = new Set(['delivered', 'failed', 'cancelled'])
export const isFinalFaxState = (state: FaxState): boolean => final.has(state)

/**
 * Why a transmission failed, in our words. The first three lie at the line: the same fax may get
 * through later. The others stay as they are, and ringing again would only disturb somebody.
 */
export const faxFailures = [
  'busy',
  'no_answer',
  'line',
  'wrong_number',
  'no_fax_machine',
  'refused',
] as const
export type FaxFailure = (typeof faxFailures)[number]

export const faxFailureMessages: Record<FaxFailure, string> = {
  busy: 'The line of the recipient was busy.',
  no_answer: 'Nobody answered at the number of the recipient.',
  line: 'The connection to the other fax machine broke, or no fax machine answered.',
  wrong_number: 'There is no such number. Correct it, then send the fax again.',
  no_fax_machine:
    'A person or an answering machine picked up, and no fax machine. Check the number.',
  refused: 'The provider could not send the fax, and trying again will not help.',
}
