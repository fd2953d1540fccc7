import type { BankPage } from '#lib/domain/provider/bank-page'

/** What Rounds needs of any bank data feed. */
export type BankPort = {
  /**
   * One page of what changed since the cursor; an empty cursor means from the beginning. Throws
   * ApiError `conflict` when the data changed while pages were read (`details.restartCursor`: where
   * this update began; what was read since then must be read again), `invalid_request` for a cursor
   * that is none of this feed's, `provider_error` or `provider_timeout`.
   */
  syncPage(cursor: string, signal: AbortSignal): Promise<BankPage>
  test(signal: AbortSignal): Promise<string>
}
