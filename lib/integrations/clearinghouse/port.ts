import type { EligibilityCheck, EligibilityInquiry } from '#lib/domain/provider/eligibility-inquiry'

/** The functions that Rounds needs of any clearinghouse. */
export type ClearinghousePort = {
  /**
   * Asks the payer whether and how a patient is covered (X12 270/271). Throws ApiError
   * `provider_error` with the payer's own code (AAA) when it refuses the request,
   * `provider_timeout` when payer or clearinghouse does not answer.
   */
  checkEligibility(inquiry: EligibilityInquiry, signal: AbortSignal): Promise<EligibilityCheck>
  test(signal: AbortSignal): Promise<string>
}
