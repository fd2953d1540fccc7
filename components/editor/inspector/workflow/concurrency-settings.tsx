'use client'

import { NumberInput } from '#components/ui/input/number-input'
import type { WorkflowSettings } from '#lib/domain/workflow/definition'
import { changeSettings } from '../../commands/change-workflow.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'

type WhenFull = NonNullable<WorkflowSettings['concurrency']>['whenFull']

const words: Record<WhenFull, [string, string]> = {
  queue: ['Let the new run wait', 'It waits for its turn: by priority, then by age.'],
  skip: [
    'Refuse the new run',
    'Its start is answered 409; an occurrence of a schedule is recorded as skipped.',
  ],
  'cancel-oldest': ['Cancel the oldest run', 'The new run takes its place.'],
}

const limitHelp =
  'Empty: no limit. A run counts until it has ended, also while it waits for a person; ' +
  'test runs do not.'

/** How many runs of the workflow go on at once, and what happens with one more. */
export function ConcurrencySettings() {
  const store = useEditorStore()
  const concurrency = useEditor((state) => state.definition.settings.concurrency)
  const whenFull = concurrency?.whenFull ?? 'queue'
  const change = (next: WorkflowSettings['concurrency']) =>
    store.getState().run(changeSettings({ concurrency: next }), { coalesce: 'concurrency' })
  return (
    <>
      <Labelled id="concurrency_limit" label="Runs at once" help={limitHelp}>
        <NumberInput
          id="concurrency_limit"
          min={1}
          max={10_000}
          className="w-28"
          value={concurrency?.limit}
          onChange={(limit) => {
            if (limit === undefined) change(undefined)
            else if (!Number.isNaN(limit)) change({ limit, whenFull })
          }}
        />
      </Labelled>
      {concurrency ? (
        <Labelled id="concurrency_full" label="When there are that many" help={words[whenFull][1]}>
          <NativeSelect
            id="concurrency_full"
            value={whenFull}
            onChange={(event) =>
              change({ limit: concurrency.limit, whenFull: event.target.value as WhenFull })
            }
          >
            {Object.entries(words).map(([value, [label]]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Labelled>
      ) : null}
    </>
  )
}
