export type BillingPatient = Record<string, unknown>

export type BillingUpdate = {
  patientId: string
  /**
   * The patient's current version + 1. Left out: the version after the one read just before; a
   * change in between is then written over.
   */
  version?: number
  /** Replaces the patient as the platform defines. */
  patient: BillingPatient
  /**
   * The same update may have been sent before and its answer lost. A patient who already has this
   * version with this content is then answered as updated, not as a conflict.
   */
  mayBeRepeat?: boolean
}

/** What Rounds needs of any billing platform. */
export type BillingPort = {
  /**
   * Answers the patient as the platform does. Throws ApiError `not_found`, `version_conflict`
   * (`details: {currentVersion, expectedVersion}`), `provider_error` or `provider_timeout`.
   */
  updatePatient(update: BillingUpdate, signal: AbortSignal): Promise<BillingPatient>
  test(signal: AbortSignal): Promise<string>
}
