import { faxDirections, faxStatuses } from '#lib/domain/provider/fax-words'

/** The parameters of the address of the list of faxes. */
export const faxFilterNames = ['q', 'direction', 'status', 'runId'] as const

/** The filters of the list of faxes in the address; an empty one matches all. */
export type FaxFilters = Record<(typeof faxFilterNames)[number], string>

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The filters as the endpoint takes them; what an address has of others is left out. */
export const queryOfFaxFilters = ({ q, direction, status, runId }: FaxFilters) => ({
  q: q.slice(0, 100) || undefined,
  direction: faxDirections.find((known) => known === direction),
  status: faxStatuses.find((known) => known === status),
  runId: uuid.test(runId) ? runId : undefined,
})
