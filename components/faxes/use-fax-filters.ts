'use client'

import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { faxDirections, faxStatuses } from '#lib/domain/provider/fax-words'

const names = ['q', 'direction', 'status', 'runId'] as const

/** The filters of the list of faxes in the address; an empty one matches all. */
export type FaxFilters = Record<(typeof names)[number], string>

/** The filters of the address, how to change some of them, and how to drop all. */
export function useFaxFilters() {
  const { filters, change } = useUrlFilters(names)
  const clear = () => change({ q: '', direction: '', status: '', runId: '' })
  return { filters, change, clear }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The filters as the endpoint takes them; what an address has of others is left out. */
export const queryOfFaxFilters = ({ q, direction, status, runId }: FaxFilters) => ({
  q: q.slice(0, 100) || undefined,
  direction: faxDirections.find((known) => known === direction),
  status: faxStatuses.find((known) => known === status),
  runId: uuid.test(runId) ? runId : undefined,
})
