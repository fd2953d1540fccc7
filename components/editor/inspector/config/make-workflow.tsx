'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useContext } from 'react'
import { refresh } from '#components/shared/loading/queries'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import { createWorkflowContract, listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { findStep } from '../../model/graph.ts'
import { workflowForStep } from '../../model/workflow-for-step.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { Known } from './known.ts'

/** The workflow that was made, and what the step starts it with. */
export type MadeWorkflow = { slug: string; startData: Record<string, unknown> }

type Props = { kind: 'escalation' | 'part'; label: string; onMade(made: MadeWorkflow): void }

/**
 * Makes the draft of a workflow that the open step starts, where it is chosen, and opens it in a new
 * tab. It is chosen at once; the step can be published when the new workflow is.
 */
export function MakeWorkflow({ kind, label, onMade }: Props) {
  const store = useEditorStore()
  const client = useQueryClient()
  const { folderId } = useContext(Known)
  const isReadOnly = useEditor((state) => state.readOnly !== undefined)
  const make = useMutation({
    async mutationFn() {
      const { definition, selection } = store.getState()
      const step = findStep(definition, selection[0])
      if (!step) return
      const { startData, ...body } = workflowForStep(definition, step, kind)
      const { id, slug, name } = await call(createWorkflowContract, { body: { ...body, folderId } })
      await refresh(client, listWorkflowsContract)
      onMade({ slug, startData })
      store.getState().announce(`“${name}” was made and chosen. Publish it in its own tab.`)
      window.open(`/workflows/${id}`, '_blank', 'noopener')
    },
    onError: (error) => toast.error(error.message),
  })
  if (isReadOnly) return null
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      className="mt-1"
      disabled={make.isPending}
      onClick={() => make.mutate()}
    >
      <PlusIcon aria-hidden /> {make.isPending ? 'Making it…' : label}
    </Button>
  )
}
