import { cn } from '#components/ui/cn'
import { toneOf } from '#components/editor/canvas/category-tone'
import { heightOf, nodeHeight, widthOf } from '#components/editor/model/layout/sizes'
import { StepIcon } from '#components/editor/step-icon'
import type { Drawing as DrawingOf } from '#lib/contracts/workflows/gallery'

type Box = DrawingOf['boxes'][number]

const margin = 16
const centreOf = ({ x, branches }: Box) => x + widthOf(branches.length) / 2

/** Boxes of one column stand centred, whatever their width. */
const leftOf = (box: Box): number => box.x - (widthOf(box.branches.length) - widthOf(0)) / 2

/** Where a line leaves a box: below its branch, or in the middle. */
function startOf(box: Box, via: string | null): { x: number; y: number } {
  const { branches, y } = box
  const index = via === null ? -1 : branches.indexOf(via)
  const share = index < 0 ? 0.5 : (index + 0.5) / branches.length
  return { x: leftOf(box) + widthOf(branches.length) * share, y: y + heightOf(branches.length) }
}

/** A line from a box down to another: straight where it can be. */
function pathOf(from: Box, to: Box, via: string | null): string {
  const start = startOf(from, via)
  const end = { x: leftOf(to) + centreOf(to) - to.x, y: to.y }
  const bend = Math.max(24, (end.y - start.y) / 2)
  return `M${start.x},${start.y} C${start.x},${start.y + bend} ${end.x},${end.y - bend} ${end.x},${end.y}`
}

function frameOf(boxes: Box[]) {
  const left = Math.min(...boxes.map(leftOf)) - margin
  const top = Math.min(...boxes.map(({ y }) => y)) - margin
  const right = Math.max(...boxes.map((box) => leftOf(box) + widthOf(box.branches.length)))
  const bottom = Math.max(...boxes.map(({ y, branches }) => y + heightOf(branches.length)))
  return { left, top, width: right - left + margin, height: bottom - top + margin }
}

const branchClass =
  'flex min-h-0 grow divide-x divide-border/60 border-t border-border/60 text-[11px] ' +
  'text-muted-foreground'

/** A box as the editor draws it; small ones have a larger title and nothing else. */
function BoxOf({ box, small }: { box: Box; small: boolean }) {
  const { title, typeTitle, category, icon, branches, branchLabels } = box
  if (small)
    return (
      <div className="flex size-full rounded-lg border-2 border-border bg-card p-2">
        <span
          className={`flex min-w-0 grow items-center gap-2 rounded-md px-2 ${toneOf(category)}`}
        >
          <StepIcon name={icon} className="size-7 shrink-0" />
          <span className="truncate text-[19px] leading-none font-medium">{title}</span>
        </span>
      </div>
    )
  return (
    <div className="flex size-full flex-col rounded-lg border border-border bg-card shadow-sm">
      <div className="flex items-center gap-2.5 px-3" style={{ height: nodeHeight - 2 }}>
        <span className={`grid size-9 shrink-0 place-items-center rounded-md ${toneOf(category)}`}>
          <StepIcon name={icon} className="size-5" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 text-[13px] leading-[1.15] font-semibold">{title}</span>
          <span className="block truncate text-[11px] text-muted-foreground">{typeTitle}</span>
        </span>
      </div>
      {branches.length > 0 ? (
        <div className={branchClass}>
          {branches.map((name, index) => (
            <span key={name} className="grid min-w-0 flex-1 place-items-center truncate px-1">
              {branchLabels[index]}
            </span>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** The width that a small drawing shows at least, so that all have the same scale. */
const smallWidth = 720
/** How much a whole drawing shrinks to fit, before it scrolls. */
const smallestScale = 0.7

type Props = { drawing: DrawingOf; label: string; small?: boolean; className?: string }

/**
 * A workflow as the editor's canvas draws it, without anything to move. A small one fills its place
 * and shows how the workflow begins.
 */
export function Drawing({ drawing: { boxes, lines }, label, small = false, className }: Props) {
  const frame = frameOf(boxes)
  const { top, height } = frame
  const width = small ? Math.max(frame.width, smallWidth) : frame.width
  const left = frame.left - (width - frame.width) / 2
  const byId = new Map(boxes.map((box) => [box.id, box]))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${left} ${top} ${width} ${height}`}
      preserveAspectRatio={small ? 'xMidYMin slice' : 'xMidYMin meet'}
      style={small ? undefined : { width, maxWidth: '100%', minWidth: width * smallestScale }}
      className={cn('text-card-foreground', className)}
    >
      <g fill="none" className="stroke-muted-foreground/60" strokeWidth={small ? 3 : 1.5}>
        {lines.map(({ from, to, via }) => {
          const start = byId.get(from)
          const end = byId.get(to)
          if (!start || !end) return null
          return <path key={`${from} ${via} ${to}`} d={pathOf(start, end, via)} />
        })}
      </g>
      {boxes.map((box) => (
        <foreignObject
          key={box.id}
          x={leftOf(box)}
          y={box.y}
          width={widthOf(box.branches.length)}
          height={heightOf(box.branches.length)}
        >
          <BoxOf box={box} small={small} />
        </foreignObject>
      ))}
    </svg>
  )
}
