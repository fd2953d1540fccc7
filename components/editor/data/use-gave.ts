import { useQueryClient } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import { getTaskContract } from '#lib/contracts/runs/tasks'
import type { SeenTask } from './seen-run.ts'
import type { Gave } from './use-aside.ts'

/** What the selected step gave in the chosen run, also where it is read for itself. */
export function useGave(task: SeenTask | undefined): Gave {
  const client = useQueryClient()
  return (stepId) => {
    if (task?.stepId !== stepId || task.status !== 'completed') return undefined
    if (!task.outputTruncated) return { output: task.output }
    if (task.answered) return undefined
    const { queryKey } = queryOf(getTaskContract, { params: { taskId: task.id } })
    const apart = client.getQueryData<{ output: unknown }>(queryKey)
    return apart && { output: apart.output }
  }
}
