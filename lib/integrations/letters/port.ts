import type { Issue } from '#lib/domain/issue'
import type { LetterAddress, LetterEventType } from '#lib/domain/provider/letter'

export type Letter = {
  to: LetterAddress
  from: LetterAddress
  metadata: Record<string, string>
  color: boolean
  doubleSided: boolean
}

/** Something that befell a letter. The same `key` is the same event, however we learned of it. */
export type LetterEvent = { key: string; type: LetterEventType; at: Date; location: string | null }

/**
 * A letter as its provider knows it. `events` is all it tells, which may be less than what
 * happened.
 */
export type ProviderLetter = {
  providerId: string
  /** YYYY-MM-DD. */
  expectedDeliveryDate: string | null
  /** The carrier's number, which plain mail does not have. */
  trackingNumber: string | null
  events: LetterEvent[]
}

/**
 * Receives what the provider sends by itself. A property, not a method: it works also while the
 * provider is not called.
 */
export type LetterWebhooks = {
  /**
   * `body` as received, because the signature is over these bytes. Undefined for news of something
   * else. Throws `unauthorized` when it is not the provider's.
   */
  receive(
    headers: { get(name: string): string | null },
    body: Uint8Array,
  ): Promise<ProviderLetter | undefined>
}

/**
 * What Rounds needs of any provider that prints and mails letters. All methods throw ApiError
 * `provider_error` or `provider_timeout`.
 */
export type LettersPort = {
  /**
   * How long the provider knows an idempotency key, in hours: until then a letter whose outcome is
   * unknown can be sent again without harm.
   */
  idempotencyHours: number
  /** Seconds between two checks of a letter, where no webhook brings news. */
  lookAfterSeconds: number
  /** A property, not a method: it calls no server. */
  rules: {
    /** What this provider does not take, by field, known before anything is sent. */
    issuesOf(letter: Letter): Issue[]
  }
  /**
   * The same `idempotencyKey` never makes a second letter. Throws `invalid_request` (with the
   * provider's code in the details) for what the provider refuses to print or mail.
   */
  send(
    letter: Letter,
    options: { pdf: Uint8Array; pages: number; idempotencyKey: string; signal: AbortSignal },
  ): Promise<ProviderLetter>
  /** Throws `not_found` when the provider no longer knows the letter. */
  read(providerId: string, signal: AbortSignal): Promise<ProviderLetter>
  webhooks?: LetterWebhooks
  test(signal: AbortSignal): Promise<string>
}
