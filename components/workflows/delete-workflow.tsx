'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { refresh } from '#components/shared/loading/queries'
import { deleteWorkflowContract, listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { ApiFailure, call } from '#lib/http/client'

type Props = {
  /** The workflow to delete; null while none is. */
  workflow: { id: string; name: string; slug: string } | null
  onClose(): void
}

/** Asks before a workflow is deleted, and once more when others run it. */
export function DeleteWorkflow({ workflow, onClose }: Props) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id, confirm }: { id: string; confirm?: string }) =>
      call(deleteWorkflowContract, { params: { id }, query: confirm ? { confirm } : {} }),
    onSuccess: () => {
      onClose()
      void refresh(client, listWorkflowsContract)
    },
  })
  const close = () => {
    remove.reset()
    onClose()
  }
  // Refused once: the message names the workflows that run it.
  const isUsed = remove.error instanceof ApiFailure && remove.error.code === 'in_use'
  return (
    <ConfirmDialog
      open={workflow !== null}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={`Delete ${workflow?.name ?? ''}?`}
      description="Its versions and its runs are deleted too, for good. Its form and its address in the API stop working."
      action={isUsed ? 'Delete all the same' : 'Delete for good'}
      busy={remove.isPending}
      failure={remove.error?.message}
      onConfirm={() => {
        if (workflow)
          remove.mutate({ id: workflow.id, ...(isUsed ? { confirm: workflow.slug } : {}) })
      }}
    />
  )
}
