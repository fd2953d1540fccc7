'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { z } from 'zod'
import { faxDirections, faxStatuses } from '#lib/domain/provider/fax'

const names = ['q', 'direction', 'status', 'runId'] as const

/** The filters of the list of faxes in the address; an empty one matches all. */
export type FaxFilters = Record<(typeof names)[number], string>

/** The filters of the address, how to change some of them, and how to drop all. */
export function useFaxFilters() {
  const search = useSearchParams()
  const router = useRouter()
  const path = usePathname()
  const filters = Object.fromEntries(
    names.map((name) => [name, search.get(name) ?? '']),
  ) as FaxFilters
  const show = (next: Partial<FaxFilters>) => {
    const params = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''))
    router.replace(`${path}${params.size > 0 ? `?${params.toString()}` : ''}`, { scroll: false })
  }
  return {
    filters,
    change: (next: Partial<FaxFilters>) => show({ ...filters, ...next }),
    clear: () => show({}),
  }
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
