import { boundsOf } from '../canvas/bounds.ts'
import type { StepNode } from '../graph-adapter.ts'

const size = { width: 132, height: 96 }
const margin = 6

/** The overview of the canvas, without the part that is seen. */
export function OverviewPicture({ nodes }: { nodes: readonly StepNode[] }) {
  const bounds = boundsOf(nodes)
  const by = Math.min(
    (size.width - 2 * margin) / Math.max(1, bounds.width),
    (size.height - 2 * margin) / Math.max(1, bounds.height),
  )
  const wide = size.width / by
  const high = size.height / by
  const view = [
    bounds.x + (bounds.width - wide) / 2,
    bounds.y + (bounds.height - high) / 2,
    wide,
    high,
  ]
  const least = 1 / by
  const boxes = (errors: boolean) =>
    nodes
      .filter(({ type, data }) => type !== 'groupFrame' && data.errors > 0 === errors)
      .map(({ position: { x, y }, width = 0, height = 0 }) => {
        const w = Math.round(Math.max(width, least))
        const h = Math.round(Math.max(height, least))
        return `M${x} ${y}h${w}v${h}h-${w}z`
      })
      .join('')
  return (
    <svg
      aria-hidden
      viewBox={view.join(' ')}
      className="absolute right-3 bottom-3 z-10 hidden rounded-md border bg-card sm:block"
      style={size}
    >
      <path d={boxes(false)} fill="var(--muted-foreground)" />
      <path d={boxes(true)} fill="var(--destructive)" />
    </svg>
  )
}
