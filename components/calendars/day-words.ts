import { dateWords } from '#components/shared/display/times'

/** A date (`YYYY-MM-DD`) in words, as “Thu, Nov 26”; as it is when it is none. */
export function dayWords(date: string): string {
  if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return date
  return dateWords(date, { weekday: 'short', day: 'numeric', month: 'short' })
}
