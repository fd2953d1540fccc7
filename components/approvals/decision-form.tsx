'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import { Textarea } from '#components/ui/input/textarea'
import { decideApprovalContract } from '#lib/contracts/workflows/approvals'
import { call } from '#lib/http/client'
import { useApprovalRefresh } from './use-approval.ts'

type Props = { workflowId: string; requestId: string; askedBy: string }
type Decision = 'approve' | 'send-back'

function useDecision({ workflowId, requestId, askedBy }: Props) {
  const readAgain = useApprovalRefresh()
  return useMutation({
    mutationFn: (body: { decision: Decision; note: string }) =>
      call(decideApprovalContract, { params: { id: workflowId, requestId }, body }),
    onSuccess: ({ status }) =>
      toast.success(
        status === 'approved'
          ? `Approved. ${askedBy} is told, and can publish it now.`
          : `Sent back. ${askedBy} is told.`,
      ),
    onSettled: readAgain,
  })
}

/** Approves what the page shows, or sends it back with what must change. */
export function DecisionForm(props: Props) {
  const { askedBy } = props
  const [note, setNote] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const missing = isAsked && note.trim() === ''
  const decide = useDecision(props)
  const send = (decision: Decision) => {
    const isMissing = decision === 'send-back' && note.trim() === ''
    setIsAsked(isMissing)
    if (isMissing) document.querySelector<HTMLElement>('#decision_note')?.focus()
    else decide.mutate({ decision, note })
  }
  return (
    <section aria-label="Your decision" className="space-y-3 rounded-lg border bg-card p-4">
      <h2 className="text-base font-semibold">Your decision</h2>
      <Labelled
        id="decision_note"
        label="Note"
        help={`${askedBy} reads it. Needed when you send it back.`}
        error={missing ? 'Say what must change.' : undefined}
      >
        <Textarea
          id="decision_note"
          rows={3}
          maxLength={2000}
          aria-invalid={missing}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Labelled>
      {decide.error ? (
        <p role="alert" className="text-sm text-destructive">
          {decide.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button disabled={decide.isPending} onClick={() => send('approve')}>
          Approve
        </Button>
        <Button variant="outline" disabled={decide.isPending} onClick={() => send('send-back')}>
          Send back
        </Button>
      </div>
      <p className="text-xs text-muted-foreground">
        You approve what the draft does, exactly as it stands here: any change of that makes it
        void. Notes, groups and places on the canvas may still be changed before it is published.
      </p>
    </section>
  )
}
