'use client'

import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import { findStep } from '../model/graph.ts'
import { useEditor } from '../store-context.ts'
import { EditAnswer } from './edit-answer.tsx'
import type { Gave } from './use-aside.ts'
import type { Try } from './use-try.ts'

type Props = { stepId: string | undefined; trying: Try; gave: Gave; onClose(): void }

/** What a step gives in tries: as it is pinned, else as it was in the chosen run, else invented. */
export function PinDialog({ stepId, trying, gave, onClose }: Props) {
  const step = useEditor(({ definition }) => findStep(definition, stepId))
  const type = useEditor(({ types }) => (step ? types.get(step.type) : undefined))
  const open = (isOpen: boolean) => (isOpen ? undefined : onClose())
  if (!step) return null
  const schema = outputSchemaOf(step, type)
  const given = step.id in trying.pins ? { output: trying.pins[step.id] } : gave(step.id)
  return (
    <Dialog open onOpenChange={open}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>The answer of {step.title || step.id}</DialogTitle>
          <DialogDescription>
            Tries take it instead of the step. The workflow itself stays as it is.
          </DialogDescription>
        </DialogHeader>
        <EditAnswer
          schema={schema}
          first={given ? given.output : sampleValue(schema)}
          onDone={(value) => {
            trying.pin(step.id, value)
            onClose()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
