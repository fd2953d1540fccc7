/**
 * The effect of the change to daylight saving time, and back, on a cron expression: the rules of
 * `lib/domain/schedule/cron.ts` in a sentence.
 */
export function describeClockChanges(cron: string): string {
  const [minute = '', hour = ''] = cron.trim().split(/\s+/)
  return /[*/]/.test(minute + hour)
    ? 'Its clocks count. When they change, times in an hour that does not exist are skipped, ' +
        'and those in an hour that comes twice run both times.'
    : 'Its clocks count. When they change, a time that does not exist runs at the first moment ' +
        'after the gap, and one that comes twice runs only the first time.'
}
