import { TriangleAlertIcon } from 'lucide-react'
import { Badge } from '#components/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { cronWords } from '#lib/domain/schedule/cron-words'
import { OccurrenceBadge } from './occurrence-badge.tsx'
import { ZonedTime } from './zoned-time.tsx'

function Next({ schedule: { nextAt, paused, workflow, timeZone } }: { schedule: ScheduleView }) {
  if (paused) return <Badge variant="outline">Paused</Badge>
  if (workflow.paused) return <Badge variant="outline">Workflow paused</Badge>
  return nextAt ? <ZonedTime at={nextAt} timeZone={timeZone} /> : <span>Never again</span>
}

/** Schedules at a glance: what, when, next, and how it went last. */
export function ScheduleTable({
  schedules,
  onOpen,
}: {
  schedules: ScheduleView[]
  onOpen(id: string): void
}) {
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
              <button
                type="button"
                className="min-h-6 rounded-sm text-left font-medium underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
                onClick={() => onOpen(schedule.id)}
              >
                {schedule.name}
              </button>
              <span className="block text-xs text-muted-foreground">{schedule.workflow.name}</span>
              {schedule.problem ? (
                <span className="mt-0.5 flex items-start gap-1 text-xs text-destructive">
                  <TriangleAlertIcon className="mt-0.5 size-3 shrink-0" aria-hidden />{' '}
                  {schedule.problem}
                </span>
              ) : null}
            </TableCell>
            <TableCell label="When" className="min-w-44">
              <span className="block">
                {cronWords(schedule.cron) ?? <code className="text-xs">{schedule.cron}</code>}
              </span>
              <span className="block text-xs text-muted-foreground">{schedule.timeZone}</span>
            </TableCell>
            <TableCell label="Next" className="whitespace-nowrap tabular-nums">
              <Next schedule={schedule} />
            </TableCell>
            <TableCell label="Last">
              {schedule.last ? (
                <span
                  className="inline-flex flex-col gap-0.5"
                  title={schedule.last.reason ?? undefined}
                >
                  <OccurrenceBadge
                    status={schedule.last.status}
                    runStatus={schedule.last.runStatus}
                  />
                  <span className="text-xs whitespace-nowrap text-muted-foreground">
                    <ZonedTime at={schedule.last.plannedAt} timeZone={schedule.timeZone} />
                  </span>
                </span>
              ) : (
                <span className="text-xs text-muted-foreground">Not yet</span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
