'use client'

import { NumberInput } from '#components/ui/input/number-input'
import { workflowSettingsSchema, type WorkflowSettings } from '#lib/domain/workflow/definition'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { Labelled } from '#components/shared/fields/labelled'

const retentionHelp =
  'Older runs are deleted for good, with all their data. Empty: as in the organization’s settings.'

/** The retention of runs. */
export function HistorySettings() {
  const store = useEditorStore()
  const { retentionDays } = useEditor((state) => state.definition.settings)
  function change(retentionDays: WorkflowSettings['retentionDays']): void {
    if (workflowSettingsSchema.shape.retentionDays.safeParse(retentionDays).success)
      store.getState().run(changeSettings({ retentionDays }), { coalesce: 'retentionDays' })
  }
  return (
    <Labelled id="retention_days" label="Keep ended runs (days)" help={retentionHelp}>
      <NumberInput id="retention_days" min={1} max={3650} value={retentionDays} onChange={change} />
    </Labelled>
  )
}
