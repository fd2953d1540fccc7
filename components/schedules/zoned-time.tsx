import { dateTimeFormat, formatInstant } from '#components/shared/display/format'

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
  const format = dateTimeFormat({
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
    <time dateTime={at} title={`${formatInstant(at)} by the organization’s clock`}>
      {format.format(new Date(at))}
    </time>
  )
}
