/** Search of home-care patients (specification 2.9). Omitted flags do not restrict. */
export type PatientSearch = {
  deleteFlag?: 'Y' | 'N'
  prospectFlag?: 'Y' | 'N'
  nonProspectFlag?: 'Y' | 'N'
  dispositionFilter?: string
  facilityId?: string
  name?: string
  /** A field of the patient; a leading `-` sorts descending. */
  sort?: string
}

/** `birthDate` is `YYYY-MM-DD`. */
export type HomecarePatient = {
  id: string
  name: string
  birthDate: string | null
  disposition: string | null
  facilityId: string | null
  prospect: boolean
  deleted: boolean
  [field: string]: unknown
}

/** The functions that Rounds needs of any home-care patient system. */
export type HomecarePort = {
  /**
   * Throws ApiError `invalid_request` (unknown sort field), `provider_error` or `provider_timeout`.
   */
  searchPatients(search: PatientSearch, signal: AbortSignal): Promise<HomecarePatient[]>
  test(signal: AbortSignal): Promise<string>
}
