/**
 * A moment as the clocks of a zone show it, with the day of the week: when a schedule fires is
 * meant in its own zone, not in the reader's.
 */
export function ZonedTime({
  at,
  timeZone,
  withZone = false,
}: {
  at: string
  timeZone: string
  withZone?: boolean
}) {
  const format = new Intl.DateTimeFormat(undefined, {
    ...{
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    },
    ...(withZone ? { timeZoneName: 'short' } : {}),
    timeZone,
  })
  return (
    <time dateTime={at} title={`${new Date(at).toLocaleString()} where you are`}>
      {format.format(new Date(at))}
    </time>
  )
}
