'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Input } from '#components/ui/input'
import { NumberInput } from '#components/ui/number-input'
import { Textarea } from '#components/ui/textarea'
import { updateWorkflowContract, type Workflow } from '#lib/contracts/workflows'
import { workflowSettingsSchema } from '#lib/domain/workflow/definition'
import { call } from '#lib/http/client'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { ConcurrencySettings } from './concurrency-settings.tsx'
import { HistorySettings } from './history-settings.tsx'
import { Labelled } from '#components/shared/labelled'

const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
const emailsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/**
 * Description and slug are saved at once; the settings are part of the draft and are published with
 * it.
 */
export function WorkflowSettingsForm({
  workflow,
  onWorkflow,
}: {
  workflow: Workflow
  onWorkflow(workflow: Workflow): void
}) {
  const store = useEditorStore()
  const settings = useEditor((state) => state.definition.settings)
  const [description, setDescription] = useState(workflow.description)
  const [slug, setSlug] = useState(workflow.slug)
  const [emails, setEmails] = useState((settings.failureEmails ?? []).join(', '))
  const save = useMutation({
    mutationFn: (body: { description?: string; slug?: string; replace?: true }) =>
      call(updateWorkflowContract, { params: { id: workflow.id }, body }),
    onSuccess: onWorkflow,
  })
  const emailsFit = workflowSettingsSchema.shape.failureEmails.safeParse(emailsOf(emails)).success
  return (
    <div className="space-y-4">
      <Labelled id="workflow_description" label="Description">
        <Textarea
          id="workflow_description"
          rows={3}
          maxLength={2000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          onBlur={() =>
            description === workflow.description ? undefined : save.mutate({ description })
          }
        />
      </Labelled>
      <Labelled
        id="workflow_slug"
        label="Slug"
        help="The name in addresses and in the API. Workflows that run this one are changed with it."
        error={save.isError ? save.error.message : undefined}
      >
        <Input
          id="workflow_slug"
          className="font-mono text-[13px]"
          maxLength={64}
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          onBlur={() => (slug === workflow.slug ? undefined : save.mutate({ slug, replace: true }))}
        />
      </Labelled>
      <Labelled
        id="failure_emails"
        label="E-mail when a run fails"
        help="Several with commas."
        error={
          emailsFit
            ? undefined
            : 'One of these is not an e-mail address; the last valid list is kept.'
        }
      >
        <Input
          id="failure_emails"
          value={emails}
          aria-invalid={!emailsFit}
          onChange={(event) => {
            setEmails(event.target.value)
            const list = emailsOf(event.target.value)
            if (workflowSettingsSchema.shape.failureEmails.safeParse(list).success)
              store
                .getState()
                .run(changeSettings({ failureEmails: list.length > 0 ? list : undefined }), {
                  coalesce: 'failureEmails',
                })
          }}
        />
      </Labelled>
      <Labelled
        id="time_zone"
        label="Time zone"
        help="For dates in this workflow. Empty: the organization’s."
      >
        <Input
          id="time_zone"
          list="time_zones"
          maxLength={64}
          value={settings.timeZone ?? ''}
          placeholder="America/Chicago"
          onChange={(event) =>
            store.getState().run(changeSettings({ timeZone: event.target.value || undefined }), {
              coalesce: 'timeZone',
            })
          }
        />
        <datalist id="time_zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Labelled>
      <ConcurrencySettings />
      <HistorySettings />
      <Labelled
        id="run_timeout"
        label="Time limit of a run (seconds)"
        help="How long a run may work; waiting for people, times and other runs does not count. Empty: no limit."
      >
        <NumberInput
          id="run_timeout"
          min={0.001}
          max={604_800}
          fractions
          value={settings.timeoutSeconds}
          onChange={(timeoutSeconds) => {
            const field = workflowSettingsSchema.shape.timeoutSeconds
            if (!field.safeParse(timeoutSeconds).success) return
            const command = changeSettings({ timeoutSeconds })
            store.getState().run(command, { coalesce: 'timeoutSeconds' })
          }}
        />
      </Labelled>
    </div>
  )
}
