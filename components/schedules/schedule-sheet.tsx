'use client'

import { PauseIcon, PencilIcon, PlayIcon, StepForwardIcon, Trash2Icon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { cronWords } from '#lib/domain/schedule/cron-words'
import { BackfillPanel } from './backfill-panel.tsx'
import { daysOffWords } from './days-off-words.ts'
import { OccurrenceList } from './occurrence-list.tsx'
import { useScheduleActions } from './use-schedule-actions.ts'
import { ZonedTime } from './zoned-time.tsx'

type Props = { schedule: ScheduleView | null; canManage: boolean; onEdit(): void; onClose(): void }

type DetailsProps = Props & { schedule: ScheduleView }

function Details(props: DetailsProps) {
  const { schedule, canManage } = props
  return (
    <>
      {canManage ? <Actions {...props} /> : null}
      {schedule.problem ? (
        <Alert variant="destructive">
          <AlertTitle>It could not start the last time</AlertTitle>
          <AlertDescription>
            {schedule.problem}
            {canManage
              ? ' Change the schedule or the workflow; the next occurrence tries again.'
              : ''}
          </AlertDescription>
        </Alert>
      ) : null}
      {schedule.workflow.paused ? (
        <Alert>
          <AlertTitle>The workflow is paused</AlertTitle>
          <AlertDescription>
            Occurrences are skipped until the workflow is resumed.
          </AlertDescription>
        </Alert>
      ) : null}
      <Next schedule={schedule} />
      <OccurrenceList schedule={schedule} />
      <BackfillPanel schedule={schedule} canManage={canManage} />
    </>
  )
}

const deleteHelp = 'Its history and its backfills are deleted too. The runs that it started stay.'

function Actions({ schedule, onEdit, onClose }: DetailsProps) {
  const { run, pause, remove } = useScheduleActions(schedule, onClose)
  const { name, paused } = schedule
  const PauseOrResumeIcon = paused ? StepForwardIcon : PauseIcon
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="outline" disabled={run.isPending} onClick={() => run.mutate()}>
        <PlayIcon aria-hidden /> Run now
      </Button>
      <Button size="sm" variant="outline" disabled={pause.isPending} onClick={() => pause.mutate()}>
        <PauseOrResumeIcon aria-hidden /> {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button size="sm" variant="outline" onClick={onEdit}>
        <PencilIcon aria-hidden /> Change
      </Button>
      <ConfirmButton
        icon={Trash2Icon}
        label="Delete"
        about={name}
        title={`Delete “${name}”?`}
        confirm="Delete it"
        keep="Keep it"
        description={deleteHelp}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}

const nextClass = cn(
  'grid gap-x-6 gap-y-0.5 text-sm tabular-nums',
  'sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-5',
)

function Next({ schedule: { next, timeZone } }: { schedule: ScheduleView }) {
  return (
    <section className="space-y-2" aria-labelledby="next-title">
      <h3 id="next-title" className="text-sm font-semibold">
        Next
      </h3>
      {next.length > 0 ? (
        <ol className={nextClass}>
          {next.map((at) => (
            <li key={at}>
              <ZonedTime at={at} timeZone={timeZone} withZone />
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-muted-foreground">Nothing is due while it is paused.</p>
      )}
    </section>
  )
}

/** One schedule: its next and past occurrences, its backfills, and its actions. */
export function ScheduleSheet({ schedule, ...props }: Props) {
  return (
    <Sheet
      open={schedule !== null}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      <SheetContent savesItself className="sm:max-w-xl">
        {schedule ? (
          <>
            <SheetHeader>
              <SheetTitle className="flex flex-wrap items-center gap-2">
                {schedule.name}
                {schedule.paused ? <Badge variant="outline">Paused</Badge> : null}
              </SheetTitle>
              <SheetDescription>
                {cronWords(schedule.cron) ?? <code>{schedule.cron}</code>}
                {`${daysOffWords[schedule.daysOff]} · ${schedule.timeZone} · `}
                <Link
                  className="underline underline-offset-2"
                  href={`/workflows/${schedule.workflow.id}`}
                >
                  {schedule.workflow.name}
                </Link>
              </SheetDescription>
            </SheetHeader>
            <Details key={schedule.id} schedule={schedule} {...props} />
          </>
        ) : null}
      </SheetContent>
    </Sheet>
  )
}
