'use client'

import { useQuery } from '@tanstack/react-query'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf } from '#components/shared/loading/queries'
import { Progress } from '#components/ui/feedback/progress'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import { getTaskProgressContract } from '#lib/contracts/runs/tasks'
import { progressWords } from '#lib/domain/run/progress-words'

/** How far a task is that reads documents, while it does. */
export function TaskProgress({ taskId }: { taskId: RunPageTask['id'] }) {
  const { data } = useQuery({
    ...queryOf(getTaskProgressContract, { params: { taskId } }),
    refetchInterval: pollEvery(2000),
  })
  if (!data?.progress) return null
  const { progress } = data
  return (
    <div className="space-y-1.5">
      <p className="text-sm" role="status">
        {progressWords(progress)}
      </p>
      <Progress aria-label="Pages read" value={(progress.readPages / progress.pages) * 100} />
    </div>
  )
}
