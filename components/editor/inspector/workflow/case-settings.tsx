'use client'

import { PlusIcon, XIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Labelled } from '#components/shared/fields/labelled'
import { usualPatient } from '#lib/domain/run/patient-key'
import { workflowSettingsSchema, type WorkflowSettings } from '#lib/domain/workflow/definition'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'

type Columns = NonNullable<WorkflowSettings['runColumns']>
const maxColumns = 6

/** A label that no other column has, so that the columns stay apart while they are written. */
function freeLabel(columns: Columns): string {
  for (let number = columns.length + 1; ; number++)
    if (!columns.some(({ label }) => label === `Column ${number}`)) return `Column ${number}`
}

type ColumnsProps = { columns: Columns; onChange(columns: Columns): void }

function CaseColumns({ columns, onChange }: ColumnsProps) {
  const set = (index: number, change: Partial<Columns[number]>): void =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...change } : column)))
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-sm font-medium">Columns in lists</legend>
      {columns.map((column, index) => (
        <div key={index} className="flex items-center gap-2">
          <Input
            aria-label={`Label of column ${index + 1}`}
            className="w-28 shrink-0"
            maxLength={60}
            defaultValue={column.label}
            onBlur={({ target }) => {
              const label = target.value.trim()
              if (label === '') target.value = column.label
              else set(index, { label })
            }}
          />
          <Input
            aria-label={`Value of column ${index + 1}`}
            maxLength={500}
            placeholder="{payer}"
            value={column.value}
            onChange={({ target }) => set(index, { value: target.value })}
          />
          <Button
            type="button"
            variant="ghost"
            size="icon"
            aria-label={`Remove column ${index + 1}`}
            onClick={() => onChange(columns.filter((_, at) => at !== index))}
          >
            <XIcon aria-hidden />
          </Button>
        </div>
      ))}
      {columns.length < maxColumns ? (
        <Button
          type="button"
          variant="outline"
          size="sm"
          onClick={() => onChange([...columns, { label: freeLabel(columns), value: '' }])}
        >
          <PlusIcon aria-hidden /> Add a column
        </Button>
      ) : null}
    </fieldset>
  )
}

/** Which field is taken when nothing is written. */
const usualWords = (usual: string | undefined): string =>
  usual === undefined
    ? 'Empty: none, because no field of the form is named like patientId, emrPatientId or mrn.'
    : `Empty: ${usual} of the form.`

/** By what people tell the runs of the workflow apart, in the inbox and in lists. */
export function CaseSettings() {
  const store = useEditorStore()
  const { runTitle, runSubtitle, runColumns, runPatient } = useEditor(
    (state) => state.definition.settings,
  )
  const usual = useEditor((state) => usualPatient(state.definition.startData))
  function change<Key extends 'runTitle' | 'runSubtitle' | 'runColumns' | 'runPatient'>(
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
        help="Shown in the inbox and in lists: text with fields of the start data in braces. Empty: the first short texts of the form."
      >
        <Input
          id="run_title"
          maxLength={500}
          placeholder="{patient.lastName}, {patient.firstName}"
          value={runTitle ?? ''}
          onChange={(event) => change('runTitle', event.target.value || undefined)}
        />
      </Labelled>
      <Labelled id="run_subtitle" label="Line below the title" help="Written in the same way.">
        <Input
          id="run_subtitle"
          maxLength={500}
          placeholder="Reference {reference}"
          value={runSubtitle ?? ''}
          onChange={(event) => change('runSubtitle', event.target.value || undefined)}
        />
      </Labelled>
      <Labelled
        id="run_patient"
        label="Number of the patient"
        help={`Cases with the same number are shown as cases of one patient. ${usualWords(usual)} Write “none” when the cases are about nobody.`}
      >
        <Input
          id="run_patient"
          maxLength={500}
          placeholder={usual ?? '{patient.mrn}'}
          value={runPatient ?? ''}
          onChange={(event) => change('runPatient', event.target.value || undefined)}
        />
      </Labelled>
      <CaseColumns
        columns={runColumns ?? []}
        onChange={(columns) => change('runColumns', columns.length > 0 ? columns : undefined)}
      />
    </>
  )
}
