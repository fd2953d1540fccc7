'use client'

import { useState } from 'react'
import { Input } from '#components/ui/input/input'
import type { Step } from '#lib/domain/workflow/definition'
import { renameRefusal, renameStep } from '../../commands/rename-step.ts'
import { titleStep } from '../../commands/title-step.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { Labelled } from '#components/shared/fields/labelled'

/**
 * The step's title, and its id, which expressions name. A new id replaces the old one everywhere in
 * the definition.
 */
export function StepIdentity({ step }: { step: Step }) {
  const store = useEditorStore()
  const [id, setId] = useState(step.id)
  const refusal = useEditor(({ definition }) => renameRefusal(definition, step.id, id))
  const commit = () => (refusal ? setId(step.id) : store.getState().run(renameStep(step.id, id)))
  return (
    <div className="grid gap-3">
      <Labelled id="title" label="Step title">
        <Input
          id="title"
          maxLength={200}
          value={step.title}
          autoComplete="off"
          onChange={(event) =>
            store.getState().run(titleStep(step.id, event.target.value), {
              coalesce: `title:${step.id}`,
            })
          }
        />
      </Labelled>
      <Labelled id="id" label="Step id" error={refusal} help="Its name in code and in the API.">
        <Input
          id="id"
          className="h-8 font-mono text-[13px]"
          value={id}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={refusal !== undefined}
          onChange={(event) => setId(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
            if (event.key === 'Escape') setId(step.id)
          }}
        />
      </Labelled>
    </div>
  )
}
