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
import type { Doing } from './use-doing.ts'

type Props = { open: boolean; doing: Doing }

/** Names each step that will really send, change or ask something, before a test run does it. */
export function DoDialog({ open, doing }: Props) {
  const { asked, failure, isStarting, agree, leave } = doing
  const effects = asked?.effects ?? []
  return (
    <Dialog open={open} onOpenChange={(next) => (next || isStarting ? undefined : leave())}>
      <DialogContent className="sm:max-w-lg">
        <DialogHeader>
          <DialogTitle>Really do this?</DialogTitle>
          <DialogDescription>
            A test run executes the draft. {effects.length === 1 ? 'This step' : 'These steps'} may
            send, change or ask something outside; steps on a branch that is not taken do nothing.
          </DialogDescription>
        </DialogHeader>
        <ul
          aria-label="Steps that act"
          className="max-h-72 divide-y overflow-y-auto rounded-md border text-sm"
        >
          {effects.map(({ stepId, title, type }) => (
            <li key={stepId} className="flex flex-wrap justify-between gap-x-3 px-3 py-2">
              <span className="font-medium">{title}</span>
              <span className="text-muted-foreground">{type}</span>
            </li>
          ))}
        </ul>
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
