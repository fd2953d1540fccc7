import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { cancelWorkflowRunsContract, listRunsContract } from '#lib/contracts/runs/runs'
import { call } from '#lib/http/client'

/**
 * Cancels the runs of a workflow that have not ended, request by request until none is left, and
 * shows how many there were.
 */
export function useCancelRuns(workflowId: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      let total = 0
      for (;;) {
        const { cancelled, remaining } = await call(cancelWorkflowRunsContract, {
          params: { id: workflowId },
          body: {},
        })
        total += cancelled
        if (remaining === 0) return total
      }
    },
    onSuccess: (total) => {
      if (total === 0) toast.message('There was no run to cancel.')
      else if (total === 1) toast.success('One run is cancelled.')
      else toast.success(`${total.toLocaleString('en-US')} runs are cancelled.`)
      onDone()
    },
    onSettled: () =>
      void refresh(client, listWorkflowsContract, listRunsContract, listScreensContract),
  })
}
