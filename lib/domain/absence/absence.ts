/** What becomes of the open screens that somebody has when their absence begins. */
export const heldCasesChoices = ['keep', 'pass', 'release'] as const
export type HeldCases = (typeof heldCasesChoices)[number]

/** Days of the calendar, both included, as `YYYY-MM-DD`. */
export type Days = { firstDay: string; lastDay: string }

/** The days that both have; undefined: none. */
export function commonDays(one: Days, other: Days): Days | undefined {
  const firstDay = one.firstDay > other.firstDay ? one.firstDay : other.firstDay
  const lastDay = one.lastDay < other.lastDay ? one.lastDay : other.lastDay
  return firstDay <= lastDay ? { firstDay, lastDay } : undefined
}

export const isWithin = ({ firstDay, lastDay }: Days, day: string): boolean =>
  firstDay <= day && day <= lastDay

type Delegation = Days & { userId: string; delegateId: string | null }

/**
 * Whether delegations lead back to a person on some day: they name a delegate, who is away then and
 * names another, and so on. Answers the delegation that closes the circle.
 */
export function circleOf(
  first: Days & { userId: string; delegateId: string },
  others: readonly Delegation[],
): Delegation | undefined {
  const seen = new Set<string>()
  const open: { delegateId: string; days: Days }[] = [
    { delegateId: first.delegateId, days: { firstDay: first.firstDay, lastDay: first.lastDay } },
  ]
  for (let step = open.pop(); step; step = open.pop()) {
    for (const other of others) {
      const days = commonDays(step.days, other)
      if (other.userId !== step.delegateId || !days || other.delegateId === null) continue
      if (other.delegateId === first.userId) return other
      const place = `${other.userId}:${other.delegateId}:${days.firstDay}:${days.lastDay}`
      if (seen.has(place)) continue
      seen.add(place)
      open.push({ delegateId: other.delegateId, days })
    }
  }
  return undefined
}
