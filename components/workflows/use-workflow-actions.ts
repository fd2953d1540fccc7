'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { saveJsonFile } from '#components/shared/actions/save-json-file'
import { listFoldersContract } from '#lib/contracts/workflows/folders'
import {
  duplicateWorkflowContract,
  exportWorkflowContract,
  importWorkflowContract,
  listWorkflowsContract,
  type Workflow,
} from '#lib/contracts/workflows/workflows'
import { slugOf } from '#lib/domain/slug'
import { call } from '#lib/http/client'
import type { Imported } from './read-import.ts'

const showFailure = (error: Error) => toast.error(error.message)

/** The actions of the list of a folder, or of the top; a new workflow is opened. */
export function useWorkflowActions(folderId: string | null) {
  const router = useRouter()
  const client = useQueryClient()
  const open = (workflow: Workflow) => {
    void refresh(client, listWorkflowsContract, listFoldersContract)
    router.push(`/workflows/${workflow.id}`)
  }
  const importOne = useMutation({
    mutationFn: ({ name = 'Imported workflow', slug, tags, description, definition }: Imported) =>
      call(importWorkflowContract, {
        query: folderId === null ? {} : { folderId },
        body: {
          format: 'rounds.workflow',
          version: 1,
          name,
          slug: slug ?? slugOf(name),
          description: description ?? '',
          tags: tags ?? [],
          definition,
        },
      }),
    onSuccess: open,
  })
  const duplicate = useMutation({
    mutationFn: (id: string) => call(duplicateWorkflowContract, { params: { id }, body: {} }),
    onSuccess: open,
    onError: showFailure,
  })
  const exportOne = useMutation({
    mutationFn: (id: string) => call(exportWorkflowContract, { params: { id } }),
    onSuccess: (file) => saveJsonFile(`${file.slug}.json`, file),
    onError: showFailure,
  })
  return { open, importOne, duplicate, exportOne }
}
