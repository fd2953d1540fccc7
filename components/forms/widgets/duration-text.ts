export const durationUnits = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
export type DurationUnit = (typeof durationUnits)[number]

const letters: Record<DurationUnit, [before: string, after: string]> = {
  minutes: ['PT', 'M'],
  hours: ['PT', 'H'],
  days: ['P', 'D'],
  weeks: ['P', 'W'],
  months: ['P', 'M'],
  years: ['P', 'Y'],
}

/** The duration (ISO 8601) of a typed count; undefined for anything but a whole number. */
export function durationOf(count: string, unit: DurationUnit): string | undefined {
  const digits = count.trim()
  if (!/^\d{1,6}$/.test(digits)) return undefined
  const [before, after] = letters[unit]
  return `${before}${Number(digits)}${after}`
}

/** The count and unit of a duration with one unit; undefined for others. */
export function partsOfDuration(value: unknown): { count: string; unit: DurationUnit } | undefined {
  const found = typeof value === 'string' ? /^(PT?)(\d{1,6})([A-Z])$/.exec(value) : null
  const [, before, count, after] = found ?? []
  const unit = durationUnits.find((one) => letters[one][0] === before && letters[one][1] === after)
  return count !== undefined && unit ? { count, unit } : undefined
}
