import { AlarmClockIcon } from 'lucide-react'
import { formatDuration, formatInstant } from '#components/shared/display/format'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric' })

function soonWords(at: Date, now: Date): string {
  const isToday = at.toDateString() === now.toDateString()
  return isToday ? `Today ${clock.format(at)}` : `${day.format(at)}, ${clock.format(at)}`
}

/** When work is due; what is late says so in words and colour. */
export function Due({ at }: { at: string }) {
  const now = new Date()
  const due = new Date(at)
  const late = now.getTime() - due.getTime()
  if (late <= 0)
    return (
      <time dateTime={at} title={formatInstant(at)}>
        {soonWords(due, now)}
      </time>
    )
  const [length] = formatDuration(Math.max(60_000, late)).match(/^\S+ \S+/) ?? ['']
  return (
    <time
      dateTime={at}
      title={formatInstant(at)}
      className="inline-flex items-center gap-1 font-medium text-destructive"
    >
      <AlarmClockIcon className="size-4" aria-hidden /> Overdue {length}
    </time>
  )
}

/** When somebody wants to look again. */
export function FollowUp({ at }: { at: string }) {
  const now = new Date()
  const again = new Date(at)
  return (
    <time
      dateTime={at}
      title={formatInstant(at)}
      className={again <= now ? 'font-medium' : 'text-muted-foreground'}
    >
      {again <= now ? 'Look again now' : `Again ${soonWords(again, now)}`}
    </time>
  )
}
