export type BillingPatient = Record<string, unknown>

export type BillingUpdate = {
  patientId: string
  /**
   * The patient's current version + 1. When omitted: the version after the one read just before,
   * which overwrites a change in between.
   */
  version?: number
  /** Replaces the patient as the platform defines it. */
  patient: BillingPatient
  /**
   * The same update may have been sent before without an answer. A patient who already has this
   * version with this content then counts as updated, not as a conflict.
   */
  mayBeRepeat?: boolean
}

/** The functions that Rounds needs of any billing platform. */
export type BillingPort = {
  /**
   * Returns the patient in the platform's form. Throws ApiError `not_found`, `version_conflict`
   * (`details: {currentVersion, expectedVersion}`), `provider_error` or `provider_timeout`.
   */
  updatePatient(update: BillingUpdate, signal: AbortSignal): Promise<BillingPatient>
  test(signal: AbortSignal): Promise<string>
}
