import type { FaxFailure, FaxState } from '#lib/domain/provider/fax-words'

/** A fax in its provider's data, sent or received. */
export type ProviderFax = {
  providerId: string
  /** Null where the provider does not say it: then it is ours only if we know that we sent it. */
  direction: 'out' | 'in' | null
  state: FaxState
  /** Null until the provider has counted them. */
  pages: number | null
  /** Why it failed. */
  failure: FaxFailure | null
  /** The provider's own words for that, in one short line; null when it has none. */
  said: string | null
  /** The other side's number as the line said it, and ours: only of received faxes. */
  from: string | null
  to: string | null
}

/**
 * Receives the provider's webhooks. A property, not a method, because it also works while the
 * provider is not called.
 */
export type FaxWebhooks = {
  /**
   * The provider's id of the fax that something happened to; what happened is then read from the
   * provider. `isSent` where the message says that the fax went out. Undefined for messages about
   * something else. Throws `unauthorized` when it is not the provider's.
   */
  receive(
    headers: { get(name: string): string | null },
    body: Uint8Array,
  ): Promise<{ providerId: string; isSent?: boolean } | undefined>
}

/**
 * The functions that Rounds needs of any fax service. All methods throw ApiError `provider_error`
 * or `provider_timeout`.
 */
export type FaxPort = {
  /** Seconds between two checks of a fax under way. */
  lookAfterSeconds: number
  /**
   * A second call sends a second fax: providers have no idempotency keys. Throws `invalid_request`
   * for a fax that the provider refuses.
   */
  send(
    fax: { to: string; pdfs: Uint8Array[]; pages: number },
    signal: AbortSignal,
  ): Promise<ProviderFax>
  /** Throws `not_found` when the provider does not know the fax. */
  read(providerId: string, signal: AbortSignal): Promise<ProviderFax>
  /** The pages of a received fax as one PDF. */
  download(providerId: string, signal: AbortSignal): Promise<Uint8Array>
  webhooks?: FaxWebhooks
  test(signal: AbortSignal): Promise<string>
}
