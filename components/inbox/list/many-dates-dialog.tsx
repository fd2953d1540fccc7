'use client'

import { useId, useState, type SyntheticEvent } from 'react'
import { instantOfClock, pageZone, zoneName } from '#components/shared/display/times'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'

type Dates = { dueAt?: string | null; followUpAt?: string | null }
type Choice = { how: 'stay' | 'set' | 'remove'; text: string }

const stays: Choice = { how: 'stay', text: '' }

/** What is to become of a date; undefined: it stays. Null removes it. */
function chosen({ how, text }: Choice): string | null | undefined {
  if (how === 'stay') return undefined
  return how === 'remove' ? null : instantOfClock(text)
}

const isReady = ({ how, text }: Choice): boolean =>
  how !== 'set' || instantOfClock(text) !== undefined

type FieldProps = { label: string; choice: Choice; onChange(choice: Choice): void }

function DateChoice({ label, choice, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="space-y-2">
      <Labelled id={id} label={label}>
        <NativeSelect
          id={id}
          value={choice.how}
          onChange={({ target }) => onChange({ ...choice, how: target.value as Choice['how'] })}
        >
          <option value="stay">Leave it as it is</option>
          <option value="set">Set it to…</option>
          <option value="remove">Remove it</option>
        </NativeSelect>
      </Labelled>
      {choice.how === 'set' ? (
        <Input
          type="datetime-local"
          required
          aria-label={`${label}: day and time`}
          value={choice.text}
          onChange={(event) => onChange({ ...choice, text: event.target.value })}
        />
      ) : null}
    </div>
  )
}

type Props = {
  /** How many screens, in words. */
  how: string
  onClose(): void
  onSet(dates: Dates): Promise<boolean>
}

/** Asks when many screens are due, and when people look at them again. */
export function ManyDatesDialog({ how, onClose, onSet }: Props) {
  const [due, setDue] = useState(stays)
  const [followUp, setFollowUp] = useState(stays)
  const [isBusy, setBusy] = useState(false)
  const isChosen = due.how !== 'stay' || followUp.how !== 'stay'
  const canSet = isChosen && isReady(due) && isReady(followUp) && !isBusy
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (!canSet) return
    const dueAt = chosen(due)
    const followUpAt = chosen(followUp)
    setBusy(true)
    const isDone = await onSet({
      ...(dueAt === undefined ? {} : { dueAt }),
      ...(followUpAt === undefined ? {} : { followUpAt }),
    })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Dates of {how}</DialogTitle>
          <DialogDescription>
            Times are those of {zoneName(pageZone())}. Reminders and escalations that count from the
            due date move with it. Owners and builders change all, others what they have.
          </DialogDescription>
        </DialogHeader>
        <form className="space-y-4" onSubmit={(event) => void submit(event)}>
          <DateChoice label="Due" choice={due} onChange={setDue} />
          <DateChoice label="Look again" choice={followUp} onChange={setFollowUp} />
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!canSet}>
              {isBusy ? 'Changing them…' : 'Change them'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
