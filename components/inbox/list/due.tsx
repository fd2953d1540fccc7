import { AlarmClockIcon, ArrowRightIcon } from 'lucide-react'
import { formatInstant } from '#components/shared/display/format'
import { OtherClock } from '#components/shared/display/other-clock'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { usePageNow } from '#components/shared/display/use-page-now'
import { dueWords, nextWords, soonWords } from './due-words.ts'

type Dated = Pick<InboxItem, 'dueAt' | 'dueIn'>

/** When work is due, in working time; what is late says so in words and colour. */
export function Due({ dueAt, dueIn, named }: Dated & { named?: boolean }) {
  const now = new Date(usePageNow())
  if (!dueAt || !dueIn) return null
  const isLate = new Date(dueAt) < now
  return (
    <time
      dateTime={dueAt}
      title={formatInstant(dueAt)}
      className={isLate ? 'inline-flex items-center gap-1 font-medium text-destructive' : undefined}
    >
      {isLate ? <AlarmClockIcon className="size-4 shrink-0 sm:max-lg:hidden" aria-hidden /> : null}
      {dueWords(dueAt, dueIn, now, named)}
      {isLate ? null : <OtherClock at={dueAt} timeZone={dueIn.timeZone} />}
    </time>
  )
}

/** What happens by itself next, before it happens. */
export function NextAction({ nextAction, dueIn, dueAt }: Dated & Pick<InboxItem, 'nextAction'>) {
  const now = new Date(usePageNow())
  if (!nextAction) return null
  return (
    <span className="flex items-center gap-1 text-xs text-muted-foreground">
      <ArrowRightIcon className="size-3 shrink-0" aria-hidden />
      <time dateTime={nextAction.at} title={formatInstant(nextAction.at)}>
        {nextWords(nextAction, now, dueIn?.timeZone)}
        {/* The clock of the due date is named above it. */}
        {dueAt && new Date(dueAt) >= now ? null : (
          <OtherClock at={nextAction.at} timeZone={dueIn?.timeZone} />
        )}
      </time>
    </span>
  )
}

/** When somebody wants to look again. */
export function FollowUp({ at }: { at: string }) {
  const now = new Date(usePageNow())
  const again = new Date(at)
  return (
    <time
      dateTime={at}
      title={formatInstant(at)}
      className={again <= now ? 'font-medium' : 'text-muted-foreground'}
    >
      {again <= now ? 'Look again now' : `Look again ${soonWords(again, now)}`}
      {again <= now ? null : <OtherClock at={at} />}
    </time>
  )
}
