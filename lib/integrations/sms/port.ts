import type { TextMessageState } from '#lib/domain/provider/text-message'

/** A text message in its provider's data. */
export type ProviderText = {
  providerId: string
  status: TextMessageState
  /** How many parts it was sent in; null until the provider says. */
  segments: number | null
  /** The provider's code of the failure. */
  errorCode: string | null
}

/**
 * Receives the provider's webhooks. A property, not a method, because it also works while the
 * provider is not called.
 */
export type SmsWebhooks = {
  /**
   * `url` as the provider was given it and `body` as received, because the signature covers both.
   * Undefined for messages about something else. Throws `unauthorized` when it is not the
   * provider's.
   */
  receive(message: {
    url: string
    headers: { get(name: string): string | null }
    body: Uint8Array
  }): Promise<ProviderText | undefined>
}

/**
 * The functions that Rounds needs of any provider of text messages. All methods throw ApiError
 * `provider_error` or `provider_timeout`.
 */
export type SmsPort = {
  /** Seconds between two checks of a message without a webhook. */
  lookAfterSeconds: number
  /**
   * A second call sends a second message: providers have no idempotency keys. `statusUrl` is where
   * the provider reports how the message fares; undefined where it cannot reach us. Throws
   * `invalid_request` for a message that the provider refuses.
   */
  send(
    message: { to: string; text: string },
    options: { statusUrl: string | undefined; signal: AbortSignal },
  ): Promise<ProviderText>
  /** Throws `not_found` when the provider does not know the message. */
  read(providerId: string, signal: AbortSignal): Promise<ProviderText>
  webhooks?: SmsWebhooks
  test(signal: AbortSignal): Promise<string>
}
