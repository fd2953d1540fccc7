import { startOfDay } from '#components/shared/display/times'
import type { RunSummary } from '#lib/domain/run/run'

/** The parameters of the address of the list of runs. */
export const filterNames = [
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
export type Filters = Record<(typeof filterNames)[number], string>

/** A choice of status that is none of a run: it failed, and nobody has retried it. */
export const failing = 'failing'

/** An instant of a day; undefined for what is no day, as an address may have. */
function momentOf(day: string, end = false): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return undefined
  const start = startOfDay(day, end ? 1 : 0)
  return (end ? new Date(start.getTime() - 1) : start).toISOString()
}

/** The filters as the endpoint takes them; days are those of the organization's zone. */
export function queryOfFilters({ field, value, from, to, ...filters }: Filters) {
  const isFailing = filters.status === failing
  return {
    workflow: filters.workflow,
    q: filters.q,
    patient: filters.patient || undefined,
    status: (isFailing ? undefined : filters.status || undefined) as
      | RunSummary['status']
      | undefined,
    failing: isFailing ? ('true' as const) : undefined,
    trigger: (filters.trigger || undefined) as RunSummary['trigger'] | undefined,
    ...(field && value ? { [`startData.${field}`]: value } : {}),
    from: momentOf(from),
    to: momentOf(to, true),
  }
}
