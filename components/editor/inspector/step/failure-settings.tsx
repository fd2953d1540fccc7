'use client'

import { PlusIcon } from 'lucide-react'
import type { Step } from '#lib/domain/workflow/definition'
import { Button } from '#components/ui/input/button'
import { placeOfHandler } from '../../canvas/context-menu.tsx'
import { setFailureHandler } from '../../commands/set-failure-handler.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'

const handlerHelp =
  'After the last attempt. The step can read error.message, error.code and error.details. ' +
  'It leaves its place in the ordinary flow.'

/** Which step runs when this one fails for good, and how the run goes on after it. */
export function FailureSettings({ step }: { step: Step }) {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const handler = step.on_failure
  const run = (next: Step['on_failure']) => store.getState().run(setFailureHandler(step.id, next))
  return (
    <section aria-label="When it fails" className="space-y-3">
      <h3 className="text-sm font-semibold">When it fails</h3>
      <Labelled id="on_failure" label="Then run" help={handlerHelp}>
        <NativeSelect
          id="on_failure"
          value={handler?.step ?? ''}
          onChange={(event) =>
            run(
              event.target.value === ''
                ? undefined
                : { step: event.target.value, then: handler?.then ?? 'fail' },
            )
          }
        >
          <option value="">Nothing; the run fails</option>
          {definition.steps
            .filter((other) => other.id !== step.id)
            .map((other) => (
              <option key={other.id} value={other.id}>
                {other.title || other.id}
              </option>
            ))}
        </NativeSelect>
      </Labelled>
      {handler ? null : <NewHandler stepId={step.id} />}
      {handler ? (
        <Labelled id="on_failure_then" label="And afterwards">
          <NativeSelect
            id="on_failure_then"
            value={handler.then}
            onChange={(event) =>
              run({
                step: handler.step,
                then: event.target.value === 'continue' ? 'continue' : 'fail',
              })
            }
          >
            <option value="fail">The run fails</option>
            <option value="continue">The run goes on with the handler’s output</option>
          </NativeSelect>
        </Labelled>
      ) : null}
    </section>
  )
}

/** Offers the kinds of steps: the chosen one is made and runs when this one fails. */
function NewHandler({ stepId }: { stepId: string }) {
  const store = useEditorStore()
  const isReadOnly = useEditor((state) => state.readOnly !== undefined)
  if (isReadOnly) return null
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        const place = placeOfHandler(store, stepId)
        store.getState().setPopup({ kind: 'add', at: { x: left, y: bottom }, place })
      }}
    >
      <PlusIcon aria-hidden /> A new step…
    </Button>
  )
}
