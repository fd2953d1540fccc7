import { workloadPeriods } from '#lib/domain/run/workload'

/** The parameters of the page's address. */
export const workloadNames = ['workflow', 'group', 'days'] as const

/** What the page shows by its address. */
export function workloadFilters(texts: Record<(typeof workloadNames)[number], string>) {
  const { workflow, group } = texts
  const days = workloadPeriods.find((period) => period === texts.days) ?? '30'
  const inInbox = { ...(workflow && { workflow }), ...(group && { group }) }
  return { workflow, group, days, inInbox, query: { ...inInbox, days } }
}
export type WorkloadFilters = ReturnType<typeof workloadFilters>
