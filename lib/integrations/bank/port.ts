import type { BankPage } from '#lib/domain/provider/bank-page'

/** The functions that Rounds needs of any bank data feed. */
export type BankPort = {
  /**
   * Reads one page of the changes since the cursor; an empty cursor is the start. Throws ApiError
   * `conflict` when the data changed while pages were read (`details.restartCursor`: the start of
   * this update; pages since then must be read again), `invalid_request` for an unknown cursor,
   * `provider_error` or `provider_timeout`.
   */
  syncPage(cursor: string, signal: AbortSignal): Promise<BankPage>
  test(signal: AbortSignal): Promise<string>
}
