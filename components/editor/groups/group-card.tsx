import { BoxesIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import { countOf } from '#lib/domain/count-of'
import { RunMark } from '../canvas/run-mark.tsx'
import { ProblemCount, stackClass } from '../drawing/step-card.tsx'
import type { StepNodeData } from '../graph-adapter.ts'
import { toneOfGroup } from './group-look.ts'

const cardClass = cn(
  'flex size-full items-center gap-2.5 overflow-hidden rounded-lg border-2 px-3 text-left shadow-xs',
  stackClass,
)

/** A collapsed group as one box: its name, how many steps, their problems and states. */
export function GroupCard({ data, far }: { data: StepNodeData; far: boolean }) {
  const { frame, head } = toneOfGroup(data.category)
  if (far)
    return (
      <div className={cn(cardClass, frame, head, 'font-semibold')}>
        <span className="line-clamp-2 text-2xl leading-none">{data.title}</span>
      </div>
    )
  return (
    <div className={cn(cardClass, frame, head)}>
      <BoxesIcon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 grow">
        <span className="line-clamp-2 text-[13px] leading-[1.15] font-semibold">{data.title}</span>
        <span className="mt-0.5 block truncate text-xs leading-tight">
          {countOf(Number(data.inside), 'step')}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-0.5">
        <ProblemCount errors={data.errors} warnings={data.warnings} />
        <RunMark ran={data.ran} items="" />
      </span>
    </div>
  )
}
