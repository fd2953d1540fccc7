'use client'

import { EllipsisIcon } from 'lucide-react'
import { useState } from 'react'
import { CodeField } from '#components/code/code-field'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { parseTypedJson } from '#lib/domain/exact-json'
import type { Step } from '#lib/domain/workflow/definition'
import { useEditor } from '../store-context.ts'
import type { Try } from './use-try.ts'

type Props = { trying: Try; step: Step; output: unknown; isKnown: boolean }

/** What a step gives in tries: its answer pinned, an edited one, or nothing because it is disabled. */
export function StepAside({ trying, step, output, isKnown }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const isPinned = step.id in trying.pins
  const isDisabled = trying.disabled.includes(step.id)
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
        <DialogContent className="sm:max-w-xl">
          <DialogHeader>
            <DialogTitle>The answer of {step.title || step.id}</DialogTitle>
            <DialogDescription>
              Tries take it instead of the step. The workflow itself stays as it is.
            </DialogDescription>
          </DialogHeader>
          {isEditing ? (
            <EditAnswer
              first={isPinned ? trying.pins[step.id] : output}
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

/** A typed value; a sentence for what is none. */
function read(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseTypedJson(text) }
  } catch {
    return { problem: 'This is no JSON. Texts stand in quotes.' }
  }
}

function EditAnswer({ first, onDone }: { first: unknown; onDone(value: unknown): void }) {
  const [text, setText] = useState(() => JSON.stringify(first ?? null, null, 2))
  const typed = read(text)
  const problem = 'problem' in typed ? typed.problem : ''
  return (
    <>
      <CodeField
        id="pinned-answer"
        label="Answer, as JSON"
        language="json"
        value={text}
        onChange={setText}
        invalid={problem !== ''}
        minLines={6}
        maxLines={20}
        describedBy="pinned-answer-problem"
      />
      <p id="pinned-answer-problem" role="status" className="min-h-5 text-sm text-destructive">
        {problem}
      </p>
      <DialogFooter>
        <Button
          type="button"
          disabled={problem !== ''}
          onClick={() => ('value' in typed ? onDone(typed.value) : undefined)}
        >
          Pin it
        </Button>
      </DialogFooter>
    </>
  )
}
