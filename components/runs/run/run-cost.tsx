import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keyOf, queryOf } from '#components/shared/loading/queries'
import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { getRunModelUseContract } from '#lib/contracts/integrations/models'
import type { RunPage } from '#lib/contracts/runs/runs'

const RunCostPopover = partAtTouch(
  async () => (await import('./run-cost-popover.tsx')).RunCostPopover,
  <Skeleton className="h-7 w-48" />,
)

/** Whether a model may have been asked: by a step of the run, or in a run that it started. */
const mayHaveAsked = ({ tasks, children }: RunPage): boolean =>
  children.length > 0 || tasks.some(({ stepType }) => stepType === 'ask-documents')

/** What the models of a run used and cost, and each call of it; nothing when none was asked. */
export function RunCost({ run }: { run: RunPage }) {
  const query = useQuery({
    ...queryOf(getRunModelUseContract, { params: { id: run.id } }),
    // A run that went on may have asked again.
    queryKey: keyOf(getRunModelUseContract, run.id, run.revision),
    placeholderData: keepPreviousData,
    enabled: mayHaveAsked(run),
  })
  const used = query.data
  if (!used || used.calls === 0) return null
  return (
    <div>
      <RunCostPopover used={used} />
    </div>
  )
}
