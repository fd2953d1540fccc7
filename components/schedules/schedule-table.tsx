import { TriangleAlertIcon } from 'lucide-react'
import { Badge } from '#components/ui/feedback/badge'
import { cn } from '#components/ui/cn'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { cronWords } from '#lib/domain/schedule/cron-words'
import { daysOffWords } from './days-off-words.ts'
import { OccurrenceBadge } from './occurrence-badge.tsx'
import { ZonedTime } from './zoned-time.tsx'

function Next({ schedule: { nextAt, paused, workflow, timeZone } }: { schedule: ScheduleView }) {
  if (paused) return <Badge variant="outline">Paused</Badge>
  if (workflow.paused) return <Badge variant="outline">Workflow paused</Badge>
  return nextAt ? <ZonedTime at={nextAt} timeZone={timeZone} /> : <span>Never again</span>
}

type Props = { schedules: ScheduleView[]; onOpen(id: string): void }

/** Schedules as a table: the workflow, the rhythm, the next occurrence, and the last outcome. */
export function ScheduleTable({ schedules, onOpen }: Props) {
  return (
    <Table label="Schedules" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Schedule</TableHead>
          <TableHead>When</TableHead>
          <TableHead>Next</TableHead>
          <TableHead>Last</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {schedules.map((schedule) => (
          <TableRow key={schedule.id}>
            <TableCell className="min-w-44">
              <Name schedule={schedule} onOpen={onOpen} />
            </TableCell>
            <TableCell label="When" className="min-w-44">
              <span className="block">
                {cronWords(schedule.cron) ?? <code className="text-xs">{schedule.cron}</code>}
                {daysOffWords[schedule.daysOff]}
              </span>
              <span className="block text-xs text-muted-foreground">{schedule.timeZone}</span>
            </TableCell>
            <TableCell label="Next" className="whitespace-nowrap tabular-nums">
              <Next schedule={schedule} />
            </TableCell>
            <TableCell label="Last">
              <Last schedule={schedule} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const nameClass = cn(
  'min-h-6 rounded-sm text-left font-medium underline-offset-2 outline-none hover:underline',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

type NameProps = { schedule: ScheduleView; onOpen(id: string): void }

function Name({ schedule: { id, name, workflow, problem }, onOpen }: NameProps) {
  return (
    <>
      <button type="button" className={nameClass} onClick={() => onOpen(id)}>
        {name}
      </button>
      <span className="block text-xs text-muted-foreground">{workflow.name}</span>
      {problem ? (
        <span className="mt-0.5 flex items-start gap-1 text-xs text-destructive">
          <TriangleAlertIcon className="mt-0.5 size-3 shrink-0" aria-hidden /> {problem}
        </span>
      ) : null}
    </>
  )
}

function Last({ schedule: { last, timeZone } }: { schedule: ScheduleView }) {
  if (!last) return <span className="text-xs text-muted-foreground">Not yet</span>
  return (
    <span className="inline-flex flex-col gap-0.5" title={last.reason ?? undefined}>
      <OccurrenceBadge status={last.status} runStatus={last.runStatus} />
      <span className="text-xs whitespace-nowrap text-muted-foreground">
        <ZonedTime at={last.plannedAt} timeZone={timeZone} />
      </span>
    </span>
  )
}
