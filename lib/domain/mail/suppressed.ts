import { ApiError } from '../api-error.ts'

/** Why a mail was not sent: said to people, in the outbox and in the error of a step. */
export const suppressedMessage =
  'Mails to this address bounced or were reported as spam, so nothing was sent. Lift that on the ' +
  'page Mails, under Suppressed, once the address works again.'

/** The refusal of a mail that would go to a suppressed address. */
export const addressSuppressed = (): ApiError =>
  new ApiError('address_suppressed', suppressedMessage)
