'use client'

import { useId, useState, type SyntheticEvent } from 'react'
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
import type { InboxView } from '#lib/contracts/runs/inbox-views'
import type { ViewSharing } from '#lib/domain/run/inbox-view'
import type { Views } from './use-views.ts'

/** The value of the chooser for a sharing. */
const valueOf = (sharing: ViewSharing): string =>
  sharing.with === 'group' ? sharing.groupId : sharing.with

function sharingOf(value: string): ViewSharing {
  if (value === 'nobody' || value === 'organization') return { with: value }
  return { with: 'group', groupId: value }
}

type SharingProps = {
  groups: Views['groups']
  value: string
  onChange(value: string): void
}

function SharingField({ groups, value, onChange }: SharingProps) {
  const id = useId()
  return (
    <Labelled id={id} label="Who sees it">
      <NativeSelect id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="nobody">Only me</option>
        <option value="organization">Everybody here</option>
        {groups.map((group) => (
          <option key={group.id} value={group.id}>
            Group {group.name}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

type Props = {
  /** The view to be changed; undefined: a new one. */
  view: InboxView | undefined
  views: Views
  onClose(): void
  onSave(name: string, sharing: ViewSharing): Promise<boolean>
}

/** Asks for the name of a view, and who else sees it. */
export function ViewDialog({ view, views: { canShare, groups }, onClose, onSave }: Props) {
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [sharing, setSharing] = useState(valueOf(view?.sharing ?? { with: 'nobody' }))
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    const isDone = await onSave(name.trim(), sharingOf(sharing))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{view ? `Change “${view.name}”` : 'Save this view'}</DialogTitle>
          <DialogDescription>
            A view keeps filters, sort and columns. Everybody sees in it what they may do.
          </DialogDescription>
        </DialogHeader>
        <form className="space-y-4" onSubmit={(event) => void submit(event)}>
          <Labelled id={`${id}-name`} label="Name">
            <Input
              id={`${id}-name`}
              autoComplete="off"
              maxLength={80}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Labelled>
          {canShare ? <SharingField groups={groups} value={sharing} onChange={setSharing} /> : null}
          <DialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={name.trim() === '' || isBusy}>
              {isBusy ? 'Saving…' : 'Save'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
