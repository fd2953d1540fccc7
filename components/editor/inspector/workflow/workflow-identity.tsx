'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Input } from '#components/ui/input/input'
import { Textarea } from '#components/ui/input/textarea'
import { updateWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'

const slugHelp =
  'The name in addresses and in the API. Workflows that run this one are changed with it.'

type Props = { workflow: Workflow; onWorkflow(workflow: Workflow): void }

/** Description and slug of the workflow; each is saved when the field is left. */
export function WorkflowIdentity({ workflow, onWorkflow }: Props) {
  const [description, setDescription] = useState(workflow.description)
  const [slug, setSlug] = useState(workflow.slug)
  const save = useMutation({
    mutationFn: (body: { description?: string; slug?: string; replace?: true }) =>
      call(updateWorkflowContract, { params: { id: workflow.id }, body }),
    onSuccess: onWorkflow,
  })
  const saveDescription = () => {
    if (description !== workflow.description) save.mutate({ description })
  }
  const saveSlug = () => {
    if (slug !== workflow.slug) save.mutate({ slug, replace: true })
  }
  return (
    <>
      <Labelled id="workflow_description" label="Description">
        <Textarea
          id="workflow_description"
          rows={3}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          onBlur={saveDescription}
        />
      </Labelled>
      <Labelled id="workflow_slug" label="Short name" help={slugHelp} error={save.error?.message}>
        <Input
          id="workflow_slug"
          className="font-mono text-[13px]"
          maxLength={64}
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          onBlur={saveSlug}
        />
      </Labelled>
    </>
  )
}
