'use client'

import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import { taskStatusLabel } from '#components/shared/display/status'
import { formatExact } from '#components/shared/display/format'
import { Button } from '#components/ui/input/button'
import { titleOf } from '../commands/command.ts'
import { useEditor } from '../store-context.ts'
import type { Moment } from './run-at.ts'
import type { ChosenData } from './use-chosen-data.ts'

/** What happened last, in words. */
function useWords(moment: Moment | undefined): string {
  const definition = useEditor((state) => state.definition)
  if (!moment) return 'Before the first step'
  const title = titleOf(definition, moment.stepId)
  if (moment.status === 'running') return `${title}: began`
  return `${title}: ${taskStatusLabel(moment.status).toLowerCase()}`
}

/** Goes back and forth in what happened in the chosen run; the boxes show that moment. */
export function TimeSlider({ data }: { data: ChosenData }) {
  const { moments, moment, goTo } = data
  const now = moments[moment - 1]
  const words = useWords(now)
  if (moments.length < 2) return null
  return (
    <div role="group" aria-label="Moment of the run" className="flex min-w-28 items-center">
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        aria-label="Back to what happened before"
        disabled={moment === 0}
        onClick={() => goTo(moment - 1)}
      >
        <ChevronLeftIcon aria-hidden />
      </Button>
      <input
        type="range"
        aria-label="Moment of the run"
        aria-valuetext={`${moment} of ${moments.length}: ${words}`}
        min={0}
        max={moments.length}
        value={moment}
        onChange={(event) => goTo(event.target.valueAsNumber)}
        // The arrow keys of the canvas move steps.
        onKeyDown={(event) => event.stopPropagation()}
        className="h-6 w-28 min-w-12 shrink accent-primary"
      />
      <Button
        type="button"
        variant="ghost"
        size="icon-sm"
        aria-label="On to what happened next"
        disabled={moment === moments.length}
        onClick={() => goTo(moment + 1)}
      >
        <ChevronRightIcon aria-hidden />
      </Button>
      <span
        className="hidden min-w-0 truncate text-xs text-muted-foreground tabular-nums @2xl:inline"
        title={now ? formatExact(now.at) : ''}
      >
        {moment}/{moments.length} {words}
      </span>
    </div>
  )
}
