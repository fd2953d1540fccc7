import { formatDay, gridLines } from '#components/home/day-series'
import { ChartOrTable } from '#components/shared/display/chart-or-table'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { Workload } from '#lib/contracts/runs/workload'
import { knownWords, onTimeWords, timeWords } from './workload-words.ts'

type Done = Workload['done']

function Figure(props: { name: string; value: string; more: (string | null)[] }) {
  const { name, value, more } = props
  return (
    <div className="min-w-40 flex-1 space-y-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value}</dd>
      {more.map((words) =>
        words ? (
          <dd key={words} className="text-xs text-muted-foreground tabular-nums">
            {words}
          </dd>
        ) : null,
      )}
    </div>
  )
}

/** How long the work took, and how much of it was in time. */
export function DoneFigures({ done }: { done: Done }) {
  const { completed, untilClaimed, untilCompleted, withDueDate, onTime } = done
  const p90 = (times: Done['untilClaimed']): string =>
    `9 of 10 within ${timeWords(times.p90Seconds).toLowerCase()}`
  const time = (times: Done['untilClaimed']) =>
    completed === 0 ? [] : [times.known > 0 ? p90(times) : null, knownWords(times, completed)]
  const usual = (times: Done['untilClaimed']): string =>
    completed === 0 ? 'None' : timeWords(times.medianSeconds)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-4 rounded-lg border bg-card p-4">
      <Figure name="Completed" value={completed.toLocaleString('en-US')} more={[]} />
      <Figure
        name="Until somebody has it (median)"
        value={usual(untilClaimed)}
        more={time(untilClaimed)}
      />
      <Figure
        name="Until it is completed (median)"
        value={usual(untilCompleted)}
        more={time(untilCompleted)}
      />
      <Figure
        name="Completed in time"
        value={onTimeWords(done)}
        more={[
          withDueDate > 0
            ? `${onTime.toLocaleString('en-US')} of ${withDueDate.toLocaleString('en-US')} with a due date`
            : null,
        ]}
      />
    </dl>
  )
}

/** Completed screens per day as bars. One image to a screen reader; the table has the numbers. */
function DoneChart({ days }: { days: Done['days'] }) {
  const total = days.reduce((sum, { completed }) => sum + completed, 0)
  const lines = gridLines(Math.max(0, ...days.map(({ completed }) => completed)))
  const top = lines.at(-1) ?? 1
  // So many names of days have room on a phone.
  const every = Math.ceil(days.length / 4)
  return (
    <div
      role="img"
      aria-label={
        `Bars of the screens completed per day: ${total} in ${days.length} days. ` +
        'The table has the numbers.'
      }
      className="flex h-56 w-full flex-col pt-2 pb-7 text-xs"
    >
      <div className="relative ml-10 flex flex-1 items-end">
        {lines.map((line) => (
          <div
            key={line}
            className="absolute inset-x-0 border-t"
            style={{ bottom: `${(100 * line) / top}%` }}
          >
            <span className="absolute right-full -translate-y-1/2 pr-2 text-muted-foreground">
              {line.toLocaleString('en-US')}
            </span>
          </div>
        ))}
        {days.map(({ day, completed }, index) => (
          <div
            key={day}
            title={`${formatDay(day)}: ${completed.toLocaleString('en-US')}`}
            className="relative flex h-full min-w-0 flex-1 flex-col-reverse items-center hover:bg-accent/50"
          >
            {(days.length - 1 - index) % every === 0 ? (
              <span className="absolute top-full right-0 pt-1.5 whitespace-nowrap text-muted-foreground">
                {formatDay(day)}
              </span>
            ) : null}
            <div
              className="w-4/5 max-w-10 shrink-0"
              style={{ background: 'var(--chart-1)', height: `${(100 * completed) / top}%` }}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

function DoneTable({ days }: { days: Done['days'] }) {
  return (
    <Table label="Completed per day" className="tabular-nums">
      <TableHeader>
        <TableRow>
          <TableHead>Day</TableHead>
          <TableHead className="text-right">Completed</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {days.toReversed().map(({ day, completed }) => (
          <TableRow key={day}>
            <TableCell className="whitespace-nowrap">{formatDay(day)}</TableCell>
            <TableCell className="text-right">{completed.toLocaleString('en-US')}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** What was completed on which day, drawn or in numbers. */
export const DonePerDay = ({ days, timeZone }: { days: Done['days']; timeZone: string }) => (
  <ChartOrTable
    title="Completed per day"
    description={`Days are those of ${timeZone}`}
    choice="How the days are shown"
    chart={<DoneChart days={days} />}
    table={<DoneTable days={days} />}
  />
)
