'use client'

import { PlayIcon } from 'lucide-react'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { titleOf } from '../commands/command.ts'
import { useEditor } from '../store-context.ts'
import { EffectLine } from './effect-line.tsx'
import type { Try } from './use-try.ts'

/** `dataName`: with which data it is done. */
type Props = { open: boolean; trying: Try; dataName: string }

/** The steps that are not done, because they are pinned or disabled in this editor. */
function NotDone({ pins, disabled }: Try) {
  const definition = useEditor((state) => state.definition)
  const ids = new Set([...Object.keys(pins), ...disabled])
  const titles = definition.steps
    .filter(({ id }) => ids.has(id))
    .map(({ id }) => titleOf(definition, id))
  if (titles.length === 0) return null
  return (
    <p className="text-sm wrap-anywhere">
      Not done, because pinned or disabled in tries: {titles.join(', ')}.
    </p>
  )
}

/**
 * Names each step that will really send, change or ask something, and with what, before a test run
 * does it.
 */
export function DoDialog({ open, trying, dataName }: Props) {
  const { asked, foreseen, failure, isStarting, agree, leave } = trying.doing
  const effects = asked?.effects ?? []
  return (
    <Dialog open={open} onOpenChange={(next) => (next || isStarting ? undefined : leave())}>
      <DialogContent className="sm:max-w-lg">
        <DialogHeader>
          <DialogTitle>Really do this?</DialogTitle>
          <DialogDescription>
            A test run executes the draft. {effects.length === 1 ? 'This step' : 'These steps'} may
            send or change something, or ask a person; the others compute and read. Steps on a
            branch that is not taken do nothing.
          </DialogDescription>
        </DialogHeader>
        <ul
          aria-label="Steps that act"
          className="max-h-72 divide-y overflow-y-auto rounded-md border text-sm"
        >
          {effects.map((effect) => (
            <EffectLine key={effect.stepId} effect={effect} tried={foreseen} />
          ))}
        </ul>
        <p className="text-sm wrap-anywhere">
          With these data: <b className="font-medium">{dataName}</b>
        </p>
        <NotDone {...trying} />
        {failure ? (
          <Alert variant="destructive">
            <AlertTitle>Not started</AlertTitle>
            <AlertDescription>{failure.message}</AlertDescription>
          </Alert>
        ) : null}
        <DialogFooter>
          <Button type="button" variant="outline" disabled={isStarting} onClick={leave}>
            Cancel
          </Button>
          <Button type="button" disabled={isStarting} onClick={agree}>
            <PlayIcon aria-hidden /> {isStarting ? 'Starting…' : 'Do it'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
