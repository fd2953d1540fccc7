'use client'

import { useId, useState, type SyntheticEvent } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Button } from '#components/ui/input/button'
import { NumberInput } from '#components/ui/input/number-input'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'

type Props = {
  /** How many screens, in words. */
  how: string
  onClose(): void
  onSet(priority: number): Promise<boolean>
}

const bounds = { min: -1_000_000, max: 1_000_000 }

/** Asks for the priority of many screens. */
export function PriorityDialog({ how, onClose, onSet }: Props) {
  const id = useId()
  const [priority, setPriority] = useState<number | undefined>(10)
  const [isBusy, setBusy] = useState(false)
  const isNumber = priority !== undefined && !Number.isNaN(priority)
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (!isNumber || isBusy) return
    setBusy(true)
    const isDone = await onSet(priority)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Priority of {how}</DialogTitle>
          <DialogDescription>
            A higher number comes first; 0 is normal. Owners and builders set it for all, others for
            what they have.
          </DialogDescription>
        </DialogHeader>
        <form className="space-y-4" onSubmit={(event) => void submit(event)}>
          <Labelled id={id} label="Priority">
            <NumberInput id={id} {...bounds} required value={priority} onChange={setPriority} />
          </Labelled>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isNumber || isBusy}>
              {isBusy ? 'Setting it…' : 'Set it'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
