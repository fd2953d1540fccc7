import type { RunNumbers } from '#lib/contracts/service/home'
import { cn } from '#components/ui/cn'
import { countOf } from '#lib/domain/count-of'
import { daySeries, formatDay, gridLines, runsOfDay } from './day-series.ts'

type Day = RunNumbers['days'][number]

function Key({ color }: { color: string }) {
  return <span className="size-2.5 shrink-0" style={{ background: color }} />
}

/** The numbers of a day's bar, shown while the pointer is on it. */
function DayNumbers({ day, className }: { day: Day; className: string }) {
  return (
    <div
      className={cn(
        'pointer-events-none absolute top-2 z-10 hidden w-max rounded-lg border bg-popover p-3',
        'text-popover-foreground shadow-md group-hover:block',
        className,
      )}
    >
      <p className="pb-1 font-medium">{formatDay(day.day)}</p>
      {daySeries.map(({ status, color, label }) => (
        <p key={status} className="flex items-center gap-2">
          <Key color={color} /> {label} <span className="ml-auto pl-3">{day[status]}</span>
        </p>
      ))}
    </div>
  )
}

/**
 * Without room for the names of all days, every second or fourth is shown, counted back from the
 * last day.
 */
function hiddenName(daysBeforeLast: number): string {
  if (daysBeforeLast % 4 === 0) return ''
  return daysBeforeLast % 2 === 0 ? 'max-sm:hidden' : 'max-lg:hidden'
}

function DayBar({
  day,
  index,
  count,
  top,
}: {
  day: Day
  index: number
  count: number
  top: number
}) {
  const hidden = hiddenName(count - 1 - index)
  return (
    <div className="group relative flex h-full min-w-0 flex-1 flex-col-reverse items-center hover:bg-accent/50">
      <span
        className={cn('absolute top-full pt-1.5 whitespace-nowrap text-muted-foreground', hidden)}
      >
        {formatDay(day.day)}
      </span>
      {daySeries.map(({ status, color }) => (
        <div
          key={status}
          className="w-4/5 max-w-10 shrink-0"
          style={{ background: color, height: `${(100 * day[status]) / top}%` }}
        />
      ))}
      <DayNumbers day={day} className={index < count / 2 ? 'left-full' : 'right-full'} />
    </div>
  )
}

/** Runs per day as stacked bars. One image to a screen reader; the table has the numbers. */
export function RunsChart({ days }: { days: Day[] }) {
  const total = days.reduce((sum, day) => sum + runsOfDay(day), 0)
  const lines = gridLines(Math.max(0, ...days.map(runsOfDay)))
  const top = lines.at(-1) ?? 1
  return (
    <div
      role="img"
      aria-label={
        `Bars of the runs per day: ${countOf(total, 'run')} in ${days.length} days. ` +
        'The table has the numbers.'
      }
      className="flex h-64 w-full flex-col gap-8 pt-2 text-xs"
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
        {days.map((day, index) => (
          <DayBar key={day.day} day={day} index={index} count={days.length} top={top} />
        ))}
      </div>
      <div className="flex flex-wrap justify-center gap-x-3 gap-y-1">
        {daySeries.map(({ status, color, label }) => (
          <span key={status} className="flex items-center gap-1.5">
            <Key color={color} /> {label}
          </span>
        ))}
      </div>
    </div>
  )
}
