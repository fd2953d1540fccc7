'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { ConfirmDialog } from '#components/shared/actions/confirm-dialog'
import { refresh } from '#components/shared/loading/queries'
import {
  deleteFolderContract,
  listFoldersContract,
  type FolderView,
} from '#lib/contracts/workflows/folders'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'

const addressOf = (folderId: string | null): string =>
  folderId === null ? '/workflows' : `/workflows?folder=${folderId}`

type Props = {
  folder: FolderView | undefined
  /** Whether it is the folder whose page this is. */
  isOpen: boolean
  onClose(): void
}

/** Deletes a folder; what is in it moves to the folder around it. */
export function DeleteFolder({ folder, isOpen, onClose }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const remove = useMutation({
    mutationFn: ({ id }: FolderView) =>
      call(deleteFolderContract, { params: { id }, query: { contents: 'move-up' } }),
    onSuccess: (_nothing, { name, parentId }) => {
      toast.success(`The folder “${name}” is deleted.`)
      onClose()
      if (isOpen) router.push(addressOf(parentId))
      void refresh(client, listFoldersContract, listWorkflowsContract)
    },
  })
  return (
    <ConfirmDialog
      open={folder !== undefined}
      onOpenChange={() => {
        remove.reset()
        onClose()
      }}
      title={`Delete the folder “${folder?.name ?? ''}”?`}
      description={
        'No workflow is deleted: what is in it moves to ' +
        `${folder?.parentId ? 'the folder around it' : 'the top'}. Its access rules end.`
      }
      action="Delete the folder"
      busy={remove.isPending}
      failure={remove.error?.message}
      onConfirm={() => folder && remove.mutate(folder)}
    />
  )
}
