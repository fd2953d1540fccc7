'use client'

import { useQuery } from '@tanstack/react-query'
import { BellIcon, CalendarClockIcon, ClockIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { queryOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { getScreenDeadlinesContract, type ScreenDeadlines } from '#lib/contracts/runs/deadlines'
import { momentWords, plannedWords } from './deadline-words.ts'
import { usePageNow } from '#components/shared/display/use-page-now'

const DatesDialog = dialogLater(
  async () => (await import('./dates-dialog.tsx')).DatesDialog,
  () => true,
)

function Due({ at, timeZone }: { at: string; timeZone: string }) {
  const isOverdue = Date.parse(at) < usePageNow()
  return (
    <span className="inline-flex items-center gap-1.5">
      <ClockIcon aria-hidden className="size-4 shrink-0" />
      <span>
        Due <time dateTime={at}>{momentWords(at, timeZone)}</time>
      </span>
      {isOverdue ? <Badge variant="destructive">Overdue</Badge> : null}
    </span>
  )
}

/** The last thing that went wrong by itself is said at once; the rest stands in the dialog. */
const failedLast = ({ past }: ScreenDeadlines): boolean => past.at(-1)?.outcome === 'failed'

/**
 * When an open screen is due and when somebody looks again, what happens by itself next, and the way
 * to change the dates.
 */
export function DueLine({ taskId }: { taskId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(queryOf(getScreenDeadlinesContract, { params: { taskId } }))
  if (!data) return null
  const { dueAt, followUpAt, planned, past, mayChange, timeZone } = data
  const next = planned.find(({ when }) => when !== 'follow-up')
  const isEmpty = !dueAt && !followUpAt && planned.length === 0 && past.length === 0
  if (isEmpty && !mayChange) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
      {dueAt ? <Due at={dueAt} timeZone={timeZone} /> : null}
      {followUpAt ? (
        <span className="inline-flex items-center gap-1.5">
          <CalendarClockIcon aria-hidden className="size-4 shrink-0" />
          <span>
            Look again <time dateTime={followUpAt}>{momentWords(followUpAt, timeZone)}</time>
          </span>
        </span>
      ) : null}
      {next ? (
        <span className="inline-flex items-center gap-1.5">
          <BellIcon aria-hidden className="size-4 shrink-0" />
          <span>
            {plannedWords(next)}: <time dateTime={next.at}>{momentWords(next.at, timeZone)}</time>
          </span>
        </span>
      ) : null}
      {failedLast(data) ? <Badge variant="destructive">An escalation failed</Badge> : null}
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {mayChange ? 'Dates…' : 'All dates…'}
      </Button>
      {isOpen ? (
        <DatesDialog taskId={taskId} deadlines={data} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  )
}
