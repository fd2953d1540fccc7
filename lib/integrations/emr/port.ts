/**
 * A text note for a patient's chart (specification 2.1). `date` is a calendar date `YYYY-MM-DD`.
 */
export type TextNote = {
  patientId: string
  title: string
  body: string
  category: string
  date: string
}

/** The functions that Rounds needs of any electronic medical record. */
export type EmrPort = {
  /**
   * Files the note once per `idempotencyKey`; the answer names the stored version of the document.
   * `mayHaveHappened` says that an earlier call with this key may have reached the EMR. Throws
   * ApiError `not_found` (no such patient), `provider_error` or `provider_timeout`; where
   * `details.outcome` is `unknown` the note may have been filed, and a repeat could file another.
   */
  createTextNote(
    note: TextNote,
    options: { idempotencyKey: string; signal: AbortSignal; mayHaveHappened?: boolean },
  ): Promise<{ documentHistoryId: string }>
  /**
   * Proves that address and credentials work without changing anything. Returns a sentence for the
   * person who pressed *Test*.
   */
  test(signal: AbortSignal): Promise<string>
}
