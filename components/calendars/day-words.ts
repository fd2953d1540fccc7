const format = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** A date (`YYYY-MM-DD`) in words, as “Thu, Nov 26”; as it is when it is none. */
export function dayWords(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : format.format(at)
}
