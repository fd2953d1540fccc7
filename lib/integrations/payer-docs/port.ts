import type { PayerCriterion, PayerDocument } from '#lib/domain/provider/payer-document'

export type PayerFile = { fileName: string; mimeType: string; content: Uint8Array }

/** The functions that Rounds needs of any archive of payers' documents (specification 2.4). */
export type PayerDocsPort = {
  /**
   * All documents that match every criterion. Throws ApiError `invalid_request` (a key that the
   * archive does not know), `result_too_large`, `provider_error` or `provider_timeout`.
   */
  searchDocuments(criteria: PayerCriterion[], signal: AbortSignal): Promise<PayerDocument[]>
  /**
   * The document's file, at most 50 MB. Throws ApiError `not_found`, `provider_error` or
   * `provider_timeout`.
   */
  fetchDocument(documentId: string, signal: AbortSignal): Promise<PayerFile>
  /**
   * Proves that address and credentials work without changing anything. Returns a sentence for the
   * person who pressed *Test*.
   */
  test(signal: AbortSignal): Promise<string>
}
