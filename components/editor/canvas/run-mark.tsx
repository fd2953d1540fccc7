import { StateSign } from '../drawing/state-looks.tsx'
import type { StepNodeData } from '../graph-adapter.ts'

/** What became of a step in the chosen run, and how many items it had. */
export function RunMark({ ran, items }: Pick<StepNodeData, 'ran' | 'items'>) {
  if (ran === '') return null
  return (
    <span
      data-ran={ran}
      className="flex items-center gap-0.5 text-[11px] leading-none text-muted-foreground tabular-nums"
    >
      {items}
      <StateSign ran={ran} />
    </span>
  )
}
