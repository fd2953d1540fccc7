'use client'

import { z } from 'zod'
import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { faxDirections, faxStatuses } from '#lib/domain/provider/fax'

const names = ['q', 'direction', 'status', 'runId'] as const

/** The filters of the list of faxes in the address; an empty one matches all. */
export type FaxFilters = Record<(typeof names)[number], string>

/** The filters of the address, how to change some of them, and how to drop all. */
export function useFaxFilters() {
  const { filters, change } = useUrlFilters(names)
  const clear = () => change({ q: '', direction: '', status: '', runId: '' })
  return { filters, change, clear }
}

const querySchema = z.object({
  direction: z.enum(faxDirections).optional().catch(undefined),
  status: z.enum(faxStatuses).optional().catch(undefined),
  runId: z.uuid().optional().catch(undefined),
})

/** The filters as the endpoint takes them; what an address has of others is left out. */
export const queryOfFaxFilters = ({ q, ...others }: FaxFilters) => ({
  q: q.slice(0, 100) || undefined,
  ...querySchema.parse(others),
})
