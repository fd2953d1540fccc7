/** Column names are the warehouse's own; a repeated name gets `_2`. */
export type WarehouseRow = Record<string, unknown>

/** The functions that Rounds needs of any data warehouse (specification 2.5). */
export type WarehousePort = {
  /**
   * Runs one read-only statement and returns all its rows. Numbers that JavaScript holds exactly
   * are numbers, others text; dates and times are ISO 8601 text; binary is in the warehouse's own
   * text form. Throws ApiError `invalid_request` (a statement that does not only read),
   * `query_failed` (the warehouse refused it), `result_too_large`, `provider_error` or
   * `provider_timeout`.
   */
  query(query: string, signal: AbortSignal): Promise<WarehouseRow[]>
  /**
   * Proves that address and credentials work. Returns a sentence for the person who pressed *Test*.
   */
  test(signal: AbortSignal): Promise<string>
}
