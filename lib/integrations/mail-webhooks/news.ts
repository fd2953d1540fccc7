import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import type { MailEventType } from '#lib/domain/mail/status'

/** How a provider names a mail of ours; the first that is known counts. */
export type MailNames = {
  /** The token that we sent with it. */
  tokens: string[]
  /** Envelope senders, which have the token in their address. */
  senders: string[]
  /** The Message-ID that we gave it, without `<>`. */
  messageIds: string[]
  /** The provider's own id. */
  providerIds: string[]
}

/** What a provider says of a mail at a recipient. */
export type ProviderNews = {
  mail: MailNames
  type: MailEventType
  recipient: string | null
  /** The address itself does not work. */
  hard: boolean
  code: string | null
  reason: string | null
  /** The provider's own id of the event. */
  eventId: string
  at: Date
}

export const namesOf = (names: Partial<MailNames>): MailNames => ({
  tokens: [],
  senders: [],
  messageIds: [],
  providerIds: [],
  ...names,
})

/** An instant as a provider writes it; now where it is none. */
export function instantOf(value: string | number | undefined): Date {
  const at = new Date(typeof value === 'number' ? value * 1000 : (value ?? ''))
  return Number.isNaN(at.getTime()) ? new Date() : at
}

/** What names our token: a custom argument of SendGrid, a tag of SES, metadata of Postmark. */
export const tokenName = 'rounds_mail'

/** Reads JSON; undefined for anything else. */
export function parsed(body: Uint8Array): unknown {
  try {
    return parseExactJson(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

export const unreadable = (): ApiError =>
  new ApiError('invalid_request', 'This is not a message of the provider. It was not read.')
