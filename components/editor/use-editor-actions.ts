'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { saveJsonFile } from '#components/shared/actions/save-json-file'
import { toast } from '#components/shared/messages/toast'
import {
  deleteWorkflowContract,
  duplicateWorkflowContract,
  exportWorkflowContract,
  updateWorkflowContract,
  type Workflow,
} from '#lib/contracts/workflows/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { call } from '#lib/http/client'
import { replaceDefinition } from './commands/change-workflow.ts'
import type { EditorStore } from './store.ts'
import type { Autosave } from './sync/autosave.ts'
import { tidyUp } from './tidy-up.ts'

/** Shows why an action failed. */
const whyNot = (error: unknown): void =>
  toast.error(error instanceof Error ? error.message : 'That did not work. Try again.')

type Context = {
  store: EditorStore
  workflow: Workflow
  autosave: Autosave
  onWorkflow: (workflow: Workflow) => void
}

/** The actions of the top bar and the keys on the whole workflow. */
export function useEditorActions(context: Context) {
  const { store, workflow, autosave, onWorkflow } = context
  const router = useRouter()
  const params = { id: workflow.id }
  const remove = useMutation({
    mutationFn: () => call(deleteWorkflowContract, { params }),
    onSuccess: () => router.push('/workflows'),
  })
  const exportJson = async () => {
    await autosave.flush()
    const file = await call(exportWorkflowContract, { params })
    saveJsonFile(`${file.slug}.json`, file)
  }
  const duplicate = async () => {
    await autosave.flush()
    const copy = await call(duplicateWorkflowContract, { params, body: {} })
    router.push(`/workflows/${copy.id}`)
  }
  /** It tests what is saved. */
  const openBackTests = async () => {
    await autosave.flush()
    router.push(`/workflows/${workflow.id}/back-tests`)
  }
  /** Puts a restored version into the draft. Undo restores the previous draft. */
  const adopt = (next: Workflow, definition: Definition, says: string) => {
    store.getState().run(replaceDefinition(definition, says))
    autosave.adopt(store.getState().definition, next.draftRevision, next.problems)
    onWorkflow(next)
  }
  return {
    tidyUp: () => void tidyUp(store).catch(whyNot),
    exportJson: () => void exportJson().catch(whyNot),
    duplicate: () => void duplicate().catch(whyNot),
    remove,
    adopt,
    rename: async (name: string) =>
      onWorkflow(await call(updateWorkflowContract, { params, body: { name } })),
    openBackTests: () => void openBackTests().catch(whyNot),
  }
}
