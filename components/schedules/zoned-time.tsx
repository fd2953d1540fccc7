type Props = {
  /** ISO 8601. */
  at: string
  timeZone: string
  withZone?: boolean
}

/**
 * A moment in a time zone, with the day of the week: a schedule runs in its own zone, not in the
 * reader's.
 */
export function ZonedTime({ at, timeZone, withZone = false }: Props) {
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(withZone ? { timeZoneName: 'short' } : {}),
    timeZone,
  })
  return (
    <time dateTime={at} title={`${new Date(at).toLocaleString()} where you are`}>
      {format.format(new Date(at))}
    </time>
  )
}
