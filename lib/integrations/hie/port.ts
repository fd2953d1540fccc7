import type { HieRequest } from '#lib/domain/provider/hie'

/**
 * The data by which an adapter finds a request again, as JSON; stored between calls, which may come
 * from other processes. It contains no credentials.
 */
export type HieTicket = Record<string, unknown>
export type Bundle = { resourceType: 'Bundle'; [field: string]: unknown }

/**
 * The status of a request. The ticket's fields are added to the stored ones. A FHIR request that is
 * ready may include its bundle.
 */
export type HieProgress =
  | {
      status: 'processing'
      ticket?: HieTicket
      providerRequestId?: string
      retryAfterSeconds?: number | undefined
    }
  | { status: 'ready'; ticket?: HieTicket; providerRequestId?: string; bundle?: Bundle }

/** A document of the exchange; `source` is the adapter's own reference to it. */
export type HieDocument = {
  id: string
  fileName: string
  mimeType: string
  date: string | null
  description: string | null
  source: Record<string, unknown>
}

/** A webhook message about one request, named by our id, by the provider's own, or both. */
export type HieUpdate = {
  requestId?: string | undefined
  providerRequestId?: string | undefined
  patientId: string
  ticket: HieTicket
}

/**
 * Receives the provider's webhooks. A property, not a method, because it also works while the
 * provider is not called.
 */
export type HieWebhooks = {
  /**
   * `body` as received, because the signature covers these bytes. Throws `unauthorized` when it is
   * not the provider's.
   */
  receive(
    headers: { get(name: string): string | null },
    body: Uint8Array,
  ): { reply: Record<string, unknown>; news: HieUpdate[] }
}

/**
 * The functions that Rounds needs of any health information exchange. A request is started, checked
 * until it is ready, and fetched; each call may be repeated. All throw ApiError: `not_found` (no
 * such patient), `provider_error`, `provider_timeout`.
 */
export type HiePort = {
  /** `requestId` is our id of the request; the provider may repeat it in webhooks. */
  start(
    request: HieRequest,
    options: { requestId: string; signal: AbortSignal },
  ): Promise<HieProgress>
  poll(request: HieRequest, ticket: HieTicket, signal: AbortSignal): Promise<HieProgress>
  bundle(request: HieRequest, ticket: HieTicket, signal: AbortSignal): Promise<Bundle>
  /** The patient's documents of the requested MIME types and days. */
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
