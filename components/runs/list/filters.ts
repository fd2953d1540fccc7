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

/** The moment of a day; undefined for what is no day, as an address may have. */
function moment(day: string, time: string): string | undefined {
  const at = new Date(`${day}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The filters as the endpoint takes them; days are those of the browser's zone. */
export function queryOfFilters({ field, value, from, to, ...filters }: Filters) {
  return {
    workflow: filters.workflow,
    q: filters.q,
    patient: filters.patient || undefined,
    status: (filters.status || undefined) as RunSummary['status'] | undefined,
    trigger: (filters.trigger || undefined) as RunSummary['trigger'] | undefined,
    ...(field && value ? { [`startData.${field}`]: value } : {}),
    from: moment(from, '00:00:00'),
    to: moment(to, '23:59:59.999'),
  }
}
