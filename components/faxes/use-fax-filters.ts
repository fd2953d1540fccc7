'use client'

import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { faxFilterNames } from './fax-query.ts'

/** The filters of the address, how to change some of them, and how to drop all. */
export function useFaxFilters() {
  const { filters, change } = useUrlFilters(faxFilterNames)
  const clear = () => change({ q: '', direction: '', status: '', runId: '' })
  return { filters, change, clear }
}
