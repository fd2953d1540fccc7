'use client'

import { UsersRoundIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Button } from '#components/ui/input/button'
import type { ApprovalState } from '#lib/contracts/workflows/approvals'
import { mustApprove, ruleInWords } from './approval-words.ts'
import { RequestStatus } from './request-status.tsx'
import { useWithdrawal } from './use-approval.ts'

type Props = { workflowId: string; state: ApprovalState }

/** Who must approve a draft before it is published, and how far that is. */
export function ApprovalOfDraft({ workflowId, state }: Props) {
  const withdraw = useWithdrawal(workflowId)
  const { request } = state
  const stands = request?.status === 'open' || request?.status === 'approved'
  // What was published is the past of the version before.
  const isOfThisDraft = request !== null && request.status !== 'published'
  return (
    <section aria-label="Approval" className="space-y-3 rounded-md border p-3">
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <UsersRoundIcon aria-hidden className="size-4" /> Approval
      </h3>
      <p className="text-sm wrap-anywhere">{mustApprove(state)}</p>
      <p className="text-xs text-muted-foreground">{ruleInWords(state)}</p>
      {isOfThisDraft ? <RequestStatus request={request} /> : null}
      {stands ? (
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="outline" size="sm">
            <Link href={`/workflows/${workflowId}/review`}>See what is asked</Link>
          </Button>
          <Button
            type="button"
            variant="outline"
            size="sm"
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate(request.id)}
          >
            Withdraw the request
          </Button>
        </div>
      ) : null}
      {withdraw.error ? (
        <p role="alert" className="text-sm text-destructive">
          {withdraw.error.message}
        </p>
      ) : null}
    </section>
  )
}
