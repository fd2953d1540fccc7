import type { WorkflowSummary } from '#lib/contracts/workflows/workflows'
import { countOf } from '#lib/domain/count-of'

const width = 112
const height = 28

/**
 * Runs per day of 14 days as small bars, failed ones on top in red. Its name says the sums in
 * words.
 */
export function Sparkline({ days }: { days: WorkflowSummary['runsByDay'] }) {
  const max = Math.max(1, ...days.map((day) => day.total))
  const total = days.reduce((sum, day) => sum + day.total, 0)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  if (total === 0) return <span className="text-xs text-muted-foreground">No runs in 14 days</span>
  const step = width / Math.max(1, days.length)
  return (
    <svg
      role="img"
      aria-label={`${countOf(total, 'run')} in 14 days, ${failed} failed`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      {days.map((day, index) => {
        const full = day.total === 0 ? 1 : Math.max(3, (day.total / max) * height)
        const bad = day.total === 0 ? 0 : (day.failed / day.total) * full
        return (
          <g key={day.date}>
            <title>{`${day.date}: ${countOf(day.total, 'run')}, ${day.failed} failed`}</title>
            <rect
              x={index * step + 1}
              y={height - full + bad}
              width={step - 2}
              height={full - bad}
              rx={1}
              className={day.total === 0 ? 'fill-border' : 'fill-primary/70'}
            />
            {bad > 0 ? (
              <rect
                x={index * step + 1}
                y={height - full}
                width={step - 2}
                height={bad}
                rx={1}
                className="fill-destructive"
              />
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
