import type { Issue } from '#lib/domain/issue'
import type { AddressCheck } from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { LetterEventType, LetterService } from '#lib/domain/provider/letter-words'
import type { LetterCost, PrintTemplate } from '#lib/domain/provider/letter-print'

export type Letter = {
  to: LetterAddress
  from: LetterAddress
  metadata: Record<string, string>
  color: boolean
  doubleSided: boolean
  extraService: LetterService
}

/** An event of a letter. The same `key` is the same event from any source. */
export type LetterEvent = { key: string; type: LetterEventType; at: Date; location: string | null }

/**
 * A letter in its provider's data. `events` are those that the provider reports, perhaps not all
 * that happened.
 */
export type ProviderLetter = {
  providerId: string
  /** YYYY-MM-DD. */
  expectedDeliveryDate: string | null
  /** The carrier's tracking number; plain mail has none. */
  trackingNumber: string | null
  events: LetterEvent[]
}

/**
 * Receives the provider's webhooks. A property, not a method, because it also works while the
 * provider is not called.
 */
export type LetterWebhooks = {
  /**
   * `body` as received, because the signature covers these bytes. Undefined for messages about
   * other objects. Throws `unauthorized` when it is not the provider's.
   */
  receive(
    headers: { get(name: string): string | null },
    body: Uint8Array,
  ): Promise<ProviderLetter | undefined>
}

/**
 * The functions that Rounds needs of any provider that prints and mails letters. All methods throw
 * ApiError `provider_error` or `provider_timeout`.
 */
export type LettersPort = {
  /**
   * How long the provider remembers an idempotency key, in hours: until then a letter with an
   * unknown outcome can be sent again without harm.
   */
  idempotencyHours: number
  /** Seconds between two checks of a letter without a webhook. */
  lookAfterSeconds: number
  /** A property, not a method: it calls no server. */
  rules: {
    /** Problems with a letter for this provider, by field, known before anything is sent. */
    issuesOf(letter: Letter): Issue[]
    /** The most sheets of paper, without a sheet that the provider adds. */
    maxSheetsOf(letter: Letter): number
    /** What the provider prints itself, and where. */
    templateOf(letter: Letter): PrintTemplate
    /** What it will cost; undefined where the provider names no price before it sends. */
    costOf?(letter: Letter, pages: number): LetterCost
  }
  /**
   * Whether a letter can be delivered to an address, and what it should be. It changes nothing, and
   * its problems do not repeat the address. `not_checked` when the provider cannot say.
   */
  verifyAddress(address: LetterAddress, signal: AbortSignal): Promise<AddressCheck>
  /**
   * The same `idempotencyKey` never creates a second letter. Throws `invalid_request` (with the
   * provider's code in the details) for a letter that the provider refuses to print or mail.
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
