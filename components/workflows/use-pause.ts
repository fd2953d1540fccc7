import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { scheduleListContracts } from '#components/schedules/use-schedules'
import { refresh } from '#components/shared/loading/queries'
import { listRunsContract } from '#lib/contracts/runs/runs'
import {
  listWorkflowsContract,
  pauseWorkflowContract,
  resumeWorkflowContract,
  type Workflow,
} from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'

/** Pauses a workflow or resumes it, and says what that means. */
export function usePause(onDone: (workflow: Workflow) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, paused }: { id: string; paused: boolean }) =>
      call(paused ? resumeWorkflowContract : pauseWorkflowContract, { params: { id } }),
    onSuccess: (workflow) => {
      const paused = 'is paused: nothing of it starts, and its runs hold before their next step.'
      const resumed = 'goes on, and its runs with it.'
      toast.success(`“${workflow.name}” ${workflow.paused ? paused : resumed}`)
      onDone(workflow)
      void refresh(client, listWorkflowsContract, listRunsContract, ...scheduleListContracts)
    },
    onError: (error) => toast.error(error.message),
  })
}
