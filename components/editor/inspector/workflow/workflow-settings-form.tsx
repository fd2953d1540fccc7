'use client'

import { useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Input } from '#components/ui/input/input'
import { WorkerLabelField } from '#components/shared/fields/worker-label-field'
import { DurationInput } from '#components/shared/fields/duration-input'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { workflowSettingsSchema } from '#lib/domain/workflow/definition'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { ConcurrencySettings } from './concurrency-settings.tsx'
import { CaseSettings } from './case-settings.tsx'
import { HistorySettings } from './history-settings.tsx'
import { WorkflowIdentity } from './workflow-identity.tsx'

const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
const emailsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
const {
  failureEmails: emailsSchema,
  timeoutSeconds: timeoutSchema,
  workerLabel: labelSchema,
} = workflowSettingsSchema.shape

type Props = { workflow: Workflow; onWorkflow(workflow: Workflow): void }

/**
 * Description and slug, which are saved at once, and the settings, which are part of the draft and
 * are published with it.
 */
export function WorkflowSettingsForm({ workflow, onWorkflow }: Props) {
  return (
    <div className="space-y-4">
      <WorkflowIdentity workflow={workflow} onWorkflow={onWorkflow} />
      <FailureEmails />
      <TimeZone />
      <ConcurrencySettings />
      <CaseSettings />
      <HistorySettings />
      <RunTimeout />
      <BoundTo />
    </div>
  )
}

function FailureEmails() {
  const store = useEditorStore()
  const failureEmails = useEditor((state) => state.definition.settings.failureEmails)
  const [text, setText] = useState((failureEmails ?? []).join(', '))
  const isValid = emailsSchema.safeParse(emailsOf(text)).success
  const change = (next: string) => {
    setText(next)
    const list = emailsOf(next)
    if (!emailsSchema.safeParse(list).success) return
    const command = changeSettings({ failureEmails: list.length > 0 ? list : undefined })
    store.getState().run(command, { coalesce: 'failureEmails' })
  }
  return (
    <Labelled
      id="failure_emails"
      label="E-mail when a run fails"
      help="Several with commas."
      error={
        isValid
          ? undefined
          : 'One of these is not an e-mail address; the last valid list is still set.'
      }
    >
      <Input
        id="failure_emails"
        value={text}
        aria-invalid={!isValid}
        onChange={(event) => change(event.target.value)}
      />
    </Labelled>
  )
}

function TimeZone() {
  const store = useEditorStore()
  const timeZone = useEditor((state) => state.definition.settings.timeZone)
  const change = (next: string) => {
    const command = changeSettings({ timeZone: next || undefined })
    store.getState().run(command, { coalesce: 'timeZone' })
  }
  return (
    <Labelled
      id="time_zone"
      label="Time zone"
      help="For dates in this workflow. Empty: the organization’s."
    >
      <Input
        id="time_zone"
        list="time_zones"
        maxLength={64}
        value={timeZone ?? ''}
        placeholder="America/Chicago"
        onChange={(event) => change(event.target.value)}
      />
      <datalist id="time_zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Labelled>
  )
}

const timeoutHelp =
  'How long a run may work; waiting for people, times and other runs does not count. ' +
  'Empty: no limit.'

function RunTimeout() {
  const store = useEditorStore()
  const timeout = useEditor((state) => state.definition.settings.timeoutSeconds)
  const change = (timeoutSeconds: number | undefined) => {
    if (!timeoutSchema.safeParse(timeoutSeconds).success) return
    const command = changeSettings({ timeoutSeconds })
    store.getState().run(command, { coalesce: 'timeoutSeconds' })
  }
  return (
    <Labelled id="run_timeout" label="Time limit of a run" help={timeoutHelp}>
      <DurationInput
        id="run_timeout"
        label="Time limit of a run"
        min={0.001}
        max={604_800}
        seconds={timeout}
        onChange={change}
      />
    </Labelled>
  )
}

const boundHelp =
  'Only workers with this label execute its runs. Empty: those that serve what has no label, ' +
  'and for a bound connection its own.'

function BoundTo() {
  const store = useEditorStore()
  const label = useEditor((state) => state.definition.settings.workerLabel)
  const [text, setText] = useState(label ?? '')
  const change = (next: string) => {
    setText(next)
    const workerLabel = next.trim() || undefined
    if (!labelSchema.safeParse(workerLabel).success) return
    store.getState().run(changeSettings({ workerLabel }), { coalesce: 'workerLabel' })
  }
  return <WorkerLabelField id="worker_label" value={text} help={boundHelp} onChange={change} />
}
