'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  changeScreenDatesContract,
  getScreenDeadlinesContract,
  type ScreenDeadlines,
} from '#lib/contracts/runs/deadlines'
import { getScreenContract, listScreensContract } from '#lib/contracts/runs/screens'
import { clockText, instantOfClock } from '#components/shared/display/times'
import { call } from '#lib/http/client'
import { momentWords, pastWords, plannedWords } from './deadline-words.ts'

type Dates = { dueAt?: string | null; followUpAt?: string | null }

type FieldProps = {
  id: string
  label: string
  at: string | null
  timeZone: string
  suggestions: string[]
  busy: boolean
  onSave(at: string | null): void
}

/** A date with a time of the calendar's zone; suggestions are saved at once. */
function DateField({ id, label, at, timeZone, suggestions, busy, onSave }: FieldProps) {
  const [text, setText] = useState(at ? clockText(at, timeZone) : '')
  const typed = instantOfClock(text, timeZone)
  // An input has minutes, the instant may have more.
  const isSame = at !== null && text === clockText(at, timeZone)
  const save = (next: string | null) => {
    setText(next ? clockText(next, timeZone) : '')
    onSave(next)
  }
  return (
    <div className="space-y-2">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          type="datetime-local"
          className="w-auto min-w-0 flex-1 basis-52"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          type="button"
          disabled={busy || typed === undefined || isSame}
          onClick={() => save(typed ?? null)}
        >
          Save
        </Button>
        {at ? (
          <Button type="button" variant="outline" disabled={busy} onClick={() => save(null)}>
            Remove
          </Button>
        ) : null}
      </div>
      {suggestions.length > 0 ? (
        <div
          className="flex flex-wrap gap-2"
          role="group"
          aria-label={`${label}: next working days`}
        >
          {suggestions.map((day) => (
            <Button
              key={day}
              type="button"
              variant="outline"
              size="sm"
              disabled={busy}
              onClick={() => save(day)}
            >
              {momentWords(day, timeZone)}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** The dates that a person may change; each is saved by itself. */
function DateFields({ taskId, deadlines }: Omit<Props, 'onClose'>) {
  const client = useQueryClient()
  const { dueAt, followUpAt, timeZone, workingDays } = deadlines
  const change = useMutation({
    mutationFn: async (body: Dates) =>
      await call(changeScreenDatesContract, { params: { taskId }, body }),
    onSettled: async () =>
      await refresh(client, getScreenDeadlinesContract, getScreenContract, listScreensContract),
  })
  const common = { timeZone, busy: change.isPending }
  return (
    <>
      <DateField
        {...common}
        id="dates_due"
        label="Due"
        at={dueAt}
        suggestions={[]}
        onSave={(at) => change.mutate({ dueAt: at })}
      />
      <DateField
        {...common}
        id="dates_follow_up"
        label="Look again"
        at={followUpAt}
        suggestions={workingDays}
        onSave={(at) => change.mutate({ followUpAt: at })}
      />
      {change.error ? (
        <p role="alert" className="text-sm text-destructive">
          {change.error.message}
        </p>
      ) : null}
    </>
  )
}

type Line = { key: string; at: string; words: string; failed: boolean }

function Lines({ title, lines, timeZone }: { title: string; lines: Line[]; timeZone: string }) {
  if (lines.length === 0) return null
  return (
    <section className="space-y-1.5" aria-label={title}>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="space-y-1.5 text-sm">
        {lines.map(({ key, at, words, failed }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-3">
            <time className="w-48 shrink-0 whitespace-nowrap text-muted-foreground" dateTime={at}>
              {momentWords(at, timeZone)}
            </time>
            <span className="min-w-0 flex-1 basis-52 wrap-anywhere">{words}</span>
            {failed ? <Badge variant="destructive">Failed</Badge> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { taskId: string; deadlines: ScreenDeadlines; onClose(): void }

/** The dates of an open screen: to be changed, and all that happens or happened by itself. */
export function DatesDialog({ taskId, deadlines, onClose }: Props) {
  const { planned, past, mayChange, timeZone } = deadlines
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="space-y-5">
        <DialogHeader>
          <DialogTitle>Dates of this screen</DialogTitle>
          <DialogDescription>
            Times are those of {timeZone.replaceAll('_', ' ')}.
            {mayChange ? '' : ' Claim this screen to change them.'}
          </DialogDescription>
        </DialogHeader>
        {mayChange ? <DateFields taskId={taskId} deadlines={deadlines} /> : null}
        <Lines
          title="What happens by itself"
          timeZone={timeZone}
          lines={planned.map((each, index) => ({
            key: `${index} ${each.at}`,
            at: each.at,
            words: plannedWords(each),
            failed: false,
          }))}
        />
        <Lines
          title="What happened"
          timeZone={timeZone}
          lines={past.map((each, index) => ({
            key: `${index} ${each.at}`,
            at: each.happenedAt,
            words: pastWords(each),
            failed: each.outcome === 'failed',
          }))}
        />
      </DialogContent>
    </Dialog>
  )
}
