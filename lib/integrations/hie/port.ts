import type { HieRequest } from '#lib/domain/provider/hie'

/**
 * What an adapter needs to find a request again, as JSON; stored between calls, which may come from
 * other processes. No credentials.
 */
export type HieTicket = Record<string, unknown>
export type Bundle = { resourceType: 'Bundle'; [field: string]: unknown }

/**
 * How far a request is. The ticket's fields are added to those stored before. A FHIR request that
 * is ready may bring its bundle along.
 */
export type HieProgress =
  | {
      status: 'processing'
      ticket?: HieTicket
      providerRequestId?: string
      retryAfterSeconds?: number | undefined
    }
  | { status: 'ready'; ticket?: HieTicket; providerRequestId?: string; bundle?: Bundle }

/** A document that the exchange has; `source` is the adapter's own way to it. */
export type HieDocument = {
  id: string
  fileName: string
  mimeType: string
  date: string | null
  description: string | null
  source: Record<string, unknown>
}

/**
 * What a webhook tells of one request, named by the id that we gave it, by the provider's own, or
 * both.
 */
export type HieUpdate = {
  requestId?: string | undefined
  providerRequestId?: string | undefined
  patientId: string
  ticket: HieTicket
}

/**
 * Receives what the provider sends by itself. A property, not a method: it works also while the
 * provider is not called.
 */
export type HieWebhooks = {
  /**
   * `body` as received, because the signature is over these bytes. Throws `unauthorized` when it is
   * not the provider's.
   */
  receive(
    headers: { get(name: string): string | null },
    body: Uint8Array,
  ): { reply: Record<string, unknown>; news: HieUpdate[] }
}

/**
 * What Rounds needs of any health information exchange. A request is started, looked at until it is
 * ready, and fetched; each call may be repeated. All throw ApiError: `not_found` (no such patient),
 * `provider_error`, `provider_timeout`.
 */
export type HiePort = {
  /** `requestId` is our id of the request; the provider may tell it back. */
  start(
    request: HieRequest,
    options: { requestId: string; signal: AbortSignal },
  ): Promise<HieProgress>
  poll(request: HieRequest, ticket: HieTicket, signal: AbortSignal): Promise<HieProgress>
  bundle(request: HieRequest, ticket: HieTicket, signal: AbortSignal): Promise<Bundle>
  /** The documents of the patient, of the wanted MIME types and days only. */
  documents(
    request: Extract<HieRequest, { kind: 'documents' }>,
    ticket: HieTicket,
    signal: AbortSignal,
  ): Promise<HieDocument[]>
  /** The document's bytes, at most 50 MB. */
  download(document: HieDocument, signal: AbortSignal): Promise<Uint8Array>
  webhooks?: HieWebhooks
  test(signal: AbortSignal): Promise<string>
}
