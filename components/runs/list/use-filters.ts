'use client'

import { useUrlFilters } from '#components/shared/loading/use-url-filters'
import type { RunSummary } from '#lib/domain/run/run'

const names = [
  'status',
  'workflow',
  'trigger',
  'q',
  'patient',
  'field',
  'value',
  'from',
  'to',
] as const

/** The filters of the list of runs in the address; an empty one matches all. */
export type Filters = Record<(typeof names)[number], string>

/** The filters of the address, and how to change some of them. */
export const useFilters = () => useUrlFilters(names)

const dayStart = (day: string) => new Date(`${day}T00:00:00`).toISOString()
const dayEnd = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

/** The filters as the endpoint takes them; days are those of the browser's zone. */
export function queryOfFilters({ field, value, from, to, ...filters }: Filters) {
  return {
    workflow: filters.workflow,
    q: filters.q,
    patient: filters.patient || undefined,
    status: (filters.status || undefined) as RunSummary['status'] | undefined,
    trigger: (filters.trigger || undefined) as RunSummary['trigger'] | undefined,
    ...(field && value ? { [`startData.${field}`]: value } : {}),
    from: from ? dayStart(from) : undefined,
    to: to ? dayEnd(to) : undefined,
  }
}
