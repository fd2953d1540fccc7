import { Link } from '#components/shared/navigation/link'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { RunNumbers } from '#lib/contracts/service/home'
import { daySeries, formatDay, runsOfDay } from './day-series.ts'

/** Runs per day in numbers, the latest day first. */
export function RunsTable({ days }: { days: RunNumbers['days'] }) {
  return (
    <Table label="Runs per day" className="tabular-nums">
      <TableHeader>
        <TableRow>
          <TableHead>Day</TableHead>
          {daySeries.map(({ status, label }) => (
            <TableHead key={status} className="text-right">
              {label}
            </TableHead>
          ))}
          <TableHead className="text-right">All</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {days.toReversed().map((day) => (
          <TableRow key={day.day}>
            <TableCell className="whitespace-nowrap">
              <Link
                href={`/runs?from=${day.day}&to=${day.day}`}
                className="underline underline-offset-2"
              >
                {formatDay(day.day)}
              </Link>
            </TableCell>
            {daySeries.map(({ status }) => (
              <TableCell key={status} className="text-right">
                {day[status]}
              </TableCell>
            ))}
            <TableCell className="text-right font-medium">{runsOfDay(day)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
