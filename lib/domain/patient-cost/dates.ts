/** A span of days, YYYY-MM-DD, both ends within. Null: open. */
export type Span = { from: string | null; to: string | null }

const day = /^(\d{4})-?(\d{2})-?(\d{2})$/

/** CCYYMMDD (DTP03 with D8) or YYYY-MM-DD as YYYY-MM-DD; null for what is no date. */
export function dateOf(text: string | null | undefined): string | null {
  const parts = day.exec(text?.trim() ?? '')
  if (!parts) return null
  const iso = parts.slice(1).join('-')
  const time = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso
}

/** One date or two (RD8): a single date has its end open unless it is named as an end. */
function spanOf(text: string | null | undefined): Span | null {
  const written = text?.trim() ?? ''
  const days = /^(\d{8})-(\d{8})$/.exec(written)
  if (days) {
    const span = { from: dateOf(days[1]), to: endOf(dateOf(days[2])) }
    return span.from === null && span.to === null ? null : span
  }
  const from = dateOf(written)
  return from === null ? null : { from, to: null }
}

/** Payers write the end of all times as 9999-12-31. */
const endOf = (date: string | null): string | null => (date?.startsWith('9999') ? null : date)

const merged = (one: Span, other: Span): Span => ({
  from: one.from ?? other.from,
  to: one.to ?? other.to,
})

/** Two spans that speak of the same thing: each end from the first one that has it. */
export const joined = (one: Span | null, other: Span | null): Span | null =>
  one && other ? merged(one, other) : (one ?? other)

/** `DTP01` qualifiers of what 005010X279A1 calls begin and end, and the span they belong to. */
const qualifiers: Record<string, { kind: DateKind; end?: 'from' | 'to' }> = {
  '291': { kind: 'plan' },
  '346': { kind: 'plan', end: 'from' },
  '347': { kind: 'plan', end: 'to' },
  '307': { kind: 'eligibility' },
  '356': { kind: 'eligibility', end: 'from' },
  '357': { kind: 'eligibility', end: 'to' },
  '292': { kind: 'benefit' },
  '348': { kind: 'benefit', end: 'from' },
  '349': { kind: 'benefit', end: 'to' },
  '472': { kind: 'service' },
}

/** The same by the names of the JSON shapes. */
const names: Record<string, string> = {
  plan: '291',
  planBegin: '346',
  planEnd: '347',
  eligibility: '307',
  eligibilityBegin: '356',
  eligibilityEnd: '357',
  benefit: '292',
  benefitBegin: '348',
  benefitEnd: '349',
  service: '472',
}

type DateKind = 'plan' | 'eligibility' | 'benefit' | 'service'

/**
 * The dates of a person's coverage or of one statement, by what they are dates of. `unreadable`:
 * what stands for a date of the coverage (plan, eligibility) and is none.
 */
export type Dates = Partial<Record<DateKind, Span>> & { unreadable?: string }

/** True for a text that holds anything but one date, or two (RD8). */
function isUnreadable(text: string | null): boolean {
  const written = text?.trim() ?? ''
  const days = /^(\d{8})-(\d{8})$/.exec(written)?.slice(1) ?? [written]
  return written !== '' && days.some((one) => dateOf(one) === null)
}

/**
 * Adds one DTP segment. A date of something else adds nothing; what is no date is kept as a text
 * where it would tell how long the coverage lasts.
 */
export function addDate(dates: Dates, qualifier: string, text: string | null): void {
  const known = qualifiers[qualifier]
  if (!known) return
  const { kind, end } = known
  if ((kind === 'plan' || kind === 'eligibility') && isUnreadable(text))
    dates.unreadable ??= text?.trim() ?? ''
  const span = spanOf(text)
  if (!span) return
  const stated =
    end === undefined || span.to !== null
      ? span
      : { from: null, to: null, [end]: end === 'to' ? endOf(span.from) : span.from }
  const before = dates[kind]
  dates[kind] = before ? merged(before, stated) : stated
}

/** The dates of a JSON object that names them as version 3 does. */
export function datesOfNames(values: Record<string, unknown> | null | undefined): Dates {
  const dates: Dates = {}
  for (const [name, value] of Object.entries(values ?? {}))
    if (typeof value === 'string') addDate(dates, names[name] ?? '', value)
  return dates
}

export const contains = ({ from, to }: Span, date: string): boolean =>
  (from === null || from <= date) && (to === null || date <= to)

const dayMs = 86_400_000
/** Days from one date to another. */
export const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${one}T00:00:00Z`)) / dayMs)

/** 2026-01-31 → January 31, 2026. */
export const inWords = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
