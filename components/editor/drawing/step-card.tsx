import { CircleAlertIcon, TriangleAlertIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import { toneOf } from '../canvas/category-tone.ts'
import { RunMark } from '../canvas/run-mark.tsx'
import { asideWords } from '../data/aside-entries.ts'
import type { StepNodeData } from '../graph-adapter.ts'
import { branchHeight, nodeHeight } from '../model/layout/sizes.ts'
import { StepIcon } from '../step-icon.tsx'
import { frameOfState, isCounted, MarkWord, StateSign } from './state-looks.tsx'

// What a step's box shows, on the canvas and in its picture.

/** From how far a box is seen. */
export type Distance = 'near' | 'middle' | 'far'
/** The zooms from which a box is seen as near, and as from the middle. */
export const nearZoom = 0.5
export const middleZoom = 0.3

type FarProps = Pick<StepNodeData, 'title' | 'category' | 'ran'> & {
  distance: Exclude<Distance, 'near'>
}

/** The title in letters that can still be read; its field has the colour of the step's kind. */
export function FarTitle({ title, category, ran, distance }: FarProps) {
  return (
    <span
      className={cn(
        'm-1 flex grow items-center gap-2 overflow-hidden rounded-md px-2 font-semibold',
        distance === 'middle' ? 'text-2xl leading-none' : 'text-4xl leading-none',
        toneOf(category),
      )}
    >
      <span className={cn('min-w-0 grow', distance === 'middle' ? 'line-clamp-2' : 'truncate')}>
        {title}
      </span>
      <StateSign ran={ran} className="size-8" />
    </span>
  )
}

type BorderProps = Pick<StepNodeData, 'errors'> &
  Partial<Pick<StepNodeData, 'ran' | 'aside'>> & { selected: boolean }

/** The border of a box; what is selected keeps the border of what became of it. */
export function borderOf(props: BorderProps): string {
  // What does nothing in tries is fainter, but as readable as before.
  return cn(colourOf(props), props.aside === 'disabled' && 'border-dashed bg-muted')
}

function colourOf({ selected, errors, ran = '' }: BorderProps): string {
  const state = frameOfState(ran)
  if (selected && state !== '') return cn(state, 'outline-2 outline-offset-2 outline-primary')
  // Forced colours drop the ring; the outline stays.
  if (selected)
    return 'border-primary ring-2 ring-primary/40 forced-colors:outline-4 outline-[Highlight]'
  if (state !== '') return state
  return errors > 0 ? 'border-destructive' : 'border-border'
}

/** More boxes are behind this one: it holds others. */
export const stackClass =
  'shadow-[3px_3px_0_-1px_var(--card),3px_3px_0_0_var(--border),6px_6px_0_-1px_var(--card),6px_6px_0_0_var(--border)]'

const subtitleClass = cn(
  'mt-0.5 flex items-center gap-1.5 text-xs leading-tight text-muted-foreground',
)

export function BoxHead(props: StepNodeData) {
  const { title, typeTitle, doing, icon, category, errors, warnings } = props
  const { aside, priority, ran, items, inside } = props
  const tile = `grid size-9 shrink-0 place-items-center rounded-md ${toneOf(category)}`
  return (
    <div className="flex items-center gap-2.5 px-3" style={{ height: nodeHeight - 2 }}>
      <span className={tile}>
        <StepIcon name={icon} className="size-5" />
      </span>
      <span className="min-w-0 grow text-left">
        <span className="line-clamp-2 text-[13px] leading-[1.15] font-semibold">{title}</span>
        <span className={subtitleClass}>
          <MarkWord ran={ran} items={items} />
          {aside === '' ? null : (
            <span className="shrink-0 rounded-full border px-1.5 py-px" title="In tries">
              {asideWords[aside]}
            </span>
          )}
          <span className="truncate" title={doing === '' ? undefined : `${typeTitle}: ${doing}`}>
            {doing === '' ? typeTitle : doing}
          </span>
          {priority === '' ? null : (
            <span
              className="shrink-0 rounded-full border px-1.5 py-px tabular-nums"
              title="Priority in the inbox: higher first"
            >
              P {priority}
            </span>
          )}
          {inside === '' ? null : (
            <span className="shrink-0 rounded-full border px-1.5 py-px tabular-nums">
              {inside === '1' ? '1 step' : `${inside} steps`}
            </span>
          )}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <ProblemCount errors={errors} warnings={warnings} />
        <RunMark ran={ran} items={isCounted(ran) ? items : ''} />
      </span>
    </div>
  )
}

/** The number of errors, or of warnings where there are only those. */
export function ProblemCount({ errors, warnings }: { errors: number; warnings: number }) {
  if (errors === 0 && warnings === 0) return null
  const Icon = errors > 0 ? CircleAlertIcon : TriangleAlertIcon
  const tone = errors > 0 ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'
  return (
    <span className={`flex items-center gap-0.5 text-xs font-semibold ${tone}`}>
      <Icon aria-hidden className="size-4" />
      {errors > 0 ? errors : warnings}
    </span>
  )
}

const branchNamesClass = cn(
  'flex divide-x divide-border/60 border-t border-border/60',
  'text-xs text-muted-foreground',
)

export function BranchNames({ branches }: { branches: string[] }) {
  return (
    <div className={branchNamesClass} style={{ height: branchHeight }}>
      {branches.map((name, index) => (
        <span key={index} className="grid min-w-0 flex-1 place-items-center px-1">
          <span className="max-w-full truncate">{name}</span>
        </span>
      ))}
    </div>
  )
}
