'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { listRunsContract, retryRunContract } from '#lib/contracts/runs/runs'
import { countOf } from '#lib/domain/count-of'
import type { RunSummary } from '#lib/domain/run/run'
import { randomId } from '#lib/domain/random-id'
import { call } from '#lib/http/client'
import { ConfirmButton } from '#components/shared/actions/confirm-button'

/** Retries a run from the step at which it failed; from the beginning when the error names none. */
const retryOne = async ({ id, error }: RunSummary) =>
  await call(retryRunContract, {
    params: { id },
    body: error?.stepId ? { stepId: error.stepId } : {},
    headers: { 'idempotency-key': randomId() },
  })

/** Retries failed runs that were chosen in the list; nothing when there are none. */
export function RetryFailed({ runs, onDone }: { runs: RunSummary[]; onDone(): void }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: async () => await Promise.allSettled(runs.map(retryOne)),
    onSuccess: (results) => {
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as Error] : [],
      )
      const count = results.length
      const [first] = refused
      if (first)
        toast.error(
          `${refused.length} of ${countOf(count, 'run')} could not be retried. ${first.message}`,
        )
      else if (count === 1) toast.success('A new run has started.')
      else toast.success(`${count} new runs have started.`)
      onDone()
    },
    onSettled: () => void refresh(client, listRunsContract),
  })
  if (runs.length === 0) return null
  const isOne = runs.length === 1
  const many = isOne ? 'this failed run' : `these ${runs.length} failed runs`
  return (
    <div className="flex items-center gap-3 text-sm">
      <span role="status">{runs.length} failed chosen</span>
      <ConfirmButton
        icon={RotateCcwIcon}
        label={isOne ? 'Retry it' : 'Retry them'}
        title={`Retry ${many}?`}
        confirm="Retry"
        keep={isOne ? 'Leave it' : 'Leave them'}
        description={
          `${isOne ? 'It' : 'Each'} becomes a new run of the same version, from the step at which ` +
          'it failed. The steps before it keep their results.'
        }
        onConfirm={() => retry.mutate()}
      />
    </div>
  )
}
