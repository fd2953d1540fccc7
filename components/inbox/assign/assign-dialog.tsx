'use client'

import { useEffect, useEffectEvent, useId, useState, type SyntheticEvent } from 'react'
import { ChoosePerson } from '#components/people/choose-person'
import { usePeople } from '#components/people/use-people'
import { Labelled } from '#components/shared/fields/labelled'
import { Button } from '#components/ui/input/button'
import { Textarea } from '#components/ui/input/textarea'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { Given } from './use-screen-acts.ts'

function NoteField({ value, onChange }: { value: string; onChange(note: string): void }) {
  const id = useId()
  return (
    <Labelled id={id} label="Note" help="They see it with the screen. It may be left out.">
      <Textarea
        id={id}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Labelled>
  )
}

type Props = {
  title: string
  description: string
  action: string
  /** What the button says meanwhile. */
  busy?: string
  /** Said while it takes long. */
  meanwhile?: string
  /** Only people who may do this screen are offered. */
  taskId?: string | undefined
  onClose(): void
  /** Answers whether it was done; else the dialog stays. */
  onGive(given: Given): Promise<boolean>
}

/** Asks who gets a screen, or many, with a word for them. */
export function AssignDialog(props: Props) {
  const { title, description, action, busy = 'Giving it…', meanwhile, taskId } = props
  const { onClose, onGive } = props
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** Enter was pressed before the search had answered. */
  const [isSent, setSent] = useState(false)
  const people = usePeople(taskId)
  const { person, isSearching } = people
  const give = async (): Promise<void> => {
    if (!person || isBusy) return
    setBusy(true)
    const isDone = await onGive({ userId: person.userId, name: person.name, note: note.trim() })
    setBusy(false)
    if (isDone) onClose()
  }
  const goOn = useEffectEvent(() => {
    setSent(false)
    void give()
  })
  useEffect(() => {
    if (isSent && !isSearching) goOn()
  }, [isSent, isSearching])
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    setSent(true)
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <form className="space-y-4" onSubmit={submit}>
          <ChoosePerson people={people} />
          <NoteField value={note} onChange={setNote} />
          <p role="status" className="text-sm text-muted-foreground empty:hidden">
            {isBusy ? meanwhile : null}
          </p>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              {isBusy ? 'Close' : 'Cancel'}
            </Button>
            <Button type="submit" disabled={(!person && !isSearching) || isBusy}>
              {isBusy ? busy : action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

type ReturnProps = { to: string; onClose(): void; onReturn(note: string): Promise<boolean> }

/** Asks for a word to the sender, to whom a screen goes back. */
export function ReturnDialog({ to, onClose, onReturn }: ReturnProps) {
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const isDone = await onReturn(note.trim())
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Return to {to}</DialogTitle>
          <DialogDescription>
            {to} gave it to you, and gets it back with your note.
          </DialogDescription>
        </DialogHeader>
        <form className="space-y-4" onSubmit={(event) => void submit(event)}>
          <NoteField value={note} onChange={setNote} />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Returning it…' : 'Return it'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
