import { AlarmClockIcon } from 'lucide-react'
import {
  dateTimeFormat,
  formatDay,
  formatDuration,
  formatInstant,
} from '#components/shared/display/format'
import { pageNow } from '#lib/domain/page-time'

function soonWords(at: Date, now: Date): string {
  const clock = dateTimeFormat({ timeStyle: 'short' }).format(at)
  if (formatDay(at.getTime()) === formatDay(now.getTime())) return `Today ${clock}`
  const day = dateTimeFormat({ weekday: 'short', month: 'short', day: 'numeric' }).format(at)
  return `${day}, ${clock}`
}

/** When work is due; what is late says so in words and colour. */
export function Due({ at }: { at: string }) {
  const now = new Date(pageNow())
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
  const now = new Date(pageNow())
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
