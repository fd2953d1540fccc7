'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState, type SyntheticEvent } from 'react'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf } from '#components/shared/loading/queries'
import { Labelled } from '#components/shared/fields/labelled'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { RadioGroup, RadioGroupItem } from '#components/ui/input/radio-group'
import { Textarea } from '#components/ui/input/textarea'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { listAssigneesContract } from '#lib/contracts/runs/screen-work'
import type { Given } from './use-screen-acts.ts'

type Person = { userId: string; name: string; email: string }

/** People to choose from, by name. */
function People(props: { people: Person[]; chosen: string; onChoose(userId: string): void }) {
  const id = useId()
  const { people, chosen, onChoose } = props
  if (people.length === 0)
    return (
      <p role="status" className="py-4 text-sm text-muted-foreground">
        Nobody of this name may do it.
      </p>
    )
  return (
    <RadioGroup
      aria-label="Person"
      className="max-h-64 gap-0 overflow-y-auto rounded-md border p-1"
      value={chosen}
      onValueChange={onChoose}
    >
      {people.map(({ userId, name, email }) => (
        <label
          key={userId}
          htmlFor={`${id}-${userId}`}
          className="flex items-center gap-3 rounded-sm px-2 py-1.5 text-sm hover:bg-accent/60"
        >
          <RadioGroupItem id={`${id}-${userId}`} value={userId} />
          <span className="min-w-0">
            <span className="block truncate">{name}</span>
            <span className="block truncate text-xs text-muted-foreground">{email}</span>
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}

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

/** The people who fit a text, with the chosen one. */
function usePeople(taskId: string | undefined, text: string) {
  const [chosen, choose] = useState<string>()
  const typed = text.trim()
  const q = useDeferredValue(typed)
  const query = useQuery({
    ...queryOf(listAssigneesContract, { query: { ...(taskId && { taskId }), ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const people = query.data?.items ?? []
  // The only one who fits need not be chosen; but never one of an older text.
  const isCurrent = !query.isPlaceholderData && q !== '' && q === typed
  const only = isCurrent && people.length === 1 ? people[0] : undefined
  return { query, people, person: people.find(({ userId }) => userId === chosen) ?? only, choose }
}

type Props = {
  title: string
  description: string
  action: string
  /** Only people who may do this screen are offered. */
  taskId?: string | undefined
  onClose(): void
  /** Answers whether it was done; else the dialog stays. */
  onGive(given: Given): Promise<boolean>
}

/** Asks who gets a screen, or many, with a word for them. */
export function AssignDialog({ title, description, action, taskId, onClose, onGive }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { query, people, person, choose } = usePeople(taskId, text)
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (!person || isBusy) return
    setBusy(true)
    const isDone = await onGive({ userId: person.userId, name: person.name, note: note.trim() })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <form className="space-y-4" onSubmit={(event) => void submit(event)}>
          <Labelled id={id} label="Name or e-mail">
            <Input
              id={id}
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Labelled>
          {query.isPending ? <Skeleton className="h-32 w-full" /> : null}
          {query.error && !query.data ? (
            <LoadFailure
              what="The people"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : null}
          {query.data ? (
            <People people={people} chosen={person?.userId ?? ''} onChoose={choose} />
          ) : null}
          <NoteField value={note} onChange={setNote} />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!person || isBusy}>
              {isBusy ? 'Giving it…' : action}
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
