'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BanIcon } from 'lucide-react'
import { toast } from '#components/shared/messages/toast'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { refresh } from '#components/shared/loading/queries'
import { cancelRunContract, listRunsContract } from '#lib/contracts/runs/runs'
import { countOf } from '#lib/domain/count-of'
import type { RunSummary } from '#lib/domain/run/run'
import { call } from '#lib/http/client'

/** Cancels live runs that were chosen in the list; nothing when there are none. */
export function CancelChosen({ runs, onDone }: { runs: RunSummary[]; onDone(): void }) {
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: async () =>
      await Promise.allSettled(
        runs.map(({ id }) => call(cancelRunContract, { params: { id }, body: {} })),
      ),
    onSuccess: (results) => {
      const failed = results.filter((result) => result.status === 'rejected').length
      if (failed > 0)
        toast.error(`${failed} of ${countOf(results.length, 'run')} could not be cancelled.`)
      else toast.success(`${results.length} cancelled.`)
      onDone()
    },
    onSettled: () => void refresh(client, listRunsContract),
  })
  if (runs.length === 0) return null
  return (
    <div className="flex items-center gap-3 text-sm">
      <span role="status">{runs.length} chosen</span>
      <ConfirmButton
        icon={BanIcon}
        label="Cancel them"
        title={`Cancel ${countOf(runs.length, 'run')}?`}
        confirm="Cancel them"
        keep="Keep them"
        description="Every task that is not finished is cancelled. What was already done outside is not undone."
        onConfirm={() => cancel.mutate()}
      />
    </div>
  )
}
