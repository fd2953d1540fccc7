'use client'

import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import { filterNames } from './filters.ts'

/** The filters of the address, and how to change some of them. */
export const useFilters = () => useUrlFilters(filterNames)
