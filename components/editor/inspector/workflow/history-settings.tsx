'use client'

import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import { workflowSettingsSchema, type WorkflowSettings } from '#lib/domain/workflow/definition'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { Labelled } from '#components/shared/fields/labelled'

const retentionHelp =
  'Older runs are deleted for good, with all their data. Empty: as in the organization’s settings.'

/** The title of runs in lists, and the retention of runs. */
export function HistorySettings() {
  const store = useEditorStore()
  const { runTitle, retentionDays } = useEditor((state) => state.definition.settings)
  function change<Key extends 'runTitle' | 'retentionDays'>(
    key: Key,
    value: WorkflowSettings[Key],
  ): void {
    if (workflowSettingsSchema.shape[key].safeParse(value).success)
      store.getState().run(changeSettings({ [key]: value }), { coalesce: key })
  }
  return (
    <>
      <Labelled
        id="run_title"
        label="Title of a run"
        help="Shown in lists: text with fields of the start data in braces."
      >
        <Input
          id="run_title"
          maxLength={500}
          placeholder="{patient.lastName}, {patient.firstName}"
          value={runTitle ?? ''}
          onChange={(event) => change('runTitle', event.target.value || undefined)}
        />
      </Labelled>
      <Labelled id="retention_days" label="Keep ended runs (days)" help={retentionHelp}>
        <NumberInput
          id="retention_days"
          min={1}
          max={3650}
          value={retentionDays}
          onChange={(days) => change('retentionDays', days)}
        />
      </Labelled>
    </>
  )
}
