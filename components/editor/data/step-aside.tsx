'use client'

import { EllipsisIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { sampleValue } from '#lib/domain/json-schema/sample-value'
import type { Step } from '#lib/domain/workflow/definition'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import { useEditor } from '../store-context.ts'
import { EditAnswer } from './edit-answer.tsx'
import type { Try } from './use-try.ts'

type Props = { trying: Try; step: Step; output: unknown; isKnown: boolean }

/** What a step gives in tries: its answer pinned, an edited one, or nothing because it is disabled. */
export function StepAside({ trying, step, output, isKnown }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const schema = useEditor(({ types }) => outputSchemaOf(step, types.get(step.type)))
  const isPinned = step.id in trying.pins
  const isDisabled = trying.disabled.includes(step.id)
  const known = isKnown ? output : sampleValue(schema)
  if (!canEdit) return null
  return (
    <>
      {isPinned ? <span className={markClass}>Pinned</span> : null}
      {isDisabled ? <span className={markClass}>Disabled</span> : null}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button {...moreProps} aria-label="In tries">
            <EllipsisIcon aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {isKnown && !isPinned ? (
            <DropdownMenuItem onSelect={() => trying.pin(step.id, output)}>
              Pin this answer
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => setIsEditing(true)}>
            Edit the answer and pin it…
          </DropdownMenuItem>
          {isPinned ? (
            <DropdownMenuItem onSelect={() => trying.unpin(step.id)}>Unpin</DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => trying.toggle(step.id)}>
            {isDisabled ? 'Enable in tries' : 'Disable in tries'}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Dialog open={isEditing} onOpenChange={setIsEditing}>
        <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
          <DialogHeader>
            <DialogTitle>The answer of {step.title || step.id}</DialogTitle>
            <DialogDescription>
              Tries take it instead of the step. The workflow itself stays as it is.
            </DialogDescription>
          </DialogHeader>
          {isEditing ? (
            <EditAnswer
              schema={schema}
              first={isPinned ? trying.pins[step.id] : known}
              onDone={(value) => {
                trying.pin(step.id, value)
                setIsEditing(false)
              }}
            />
          ) : null}
        </DialogContent>
      </Dialog>
    </>
  )
}

const moreProps = {
  type: 'button',
  variant: 'ghost',
  size: 'icon-sm',
  className: 'ml-auto',
} as const
const markClass = 'rounded-full border px-1.5 text-xs text-muted-foreground'
