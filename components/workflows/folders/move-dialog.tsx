'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { refresh } from '#components/shared/loading/queries'
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
  changeFolderContract,
  listFoldersContract,
  moveWorkflowContract,
  type FolderView,
} from '#lib/contracts/workflows/folders'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { pathName, placesFor } from './folder-tree.ts'

/** A workflow or a folder, and where it lies. */
export type Movable = {
  kind: 'workflow' | 'folder'
  id: string
  name: string
  place: string | null
}

async function move({ kind, id }: Movable, place: string | null): Promise<void> {
  const params = { id }
  if (kind === 'workflow') await call(moveWorkflowContract, { params, body: { folderId: place } })
  else await call(changeFolderContract, { params, body: { parentId: place } })
}

type Props = { folders: FolderView[]; onClose(): void }

function MoveForm({ moved, folders, onClose }: Props & { moved: Movable }) {
  const client = useQueryClient()
  const [place, setPlace] = useState(moved.place ?? '')
  const change = useMutation({
    mutationFn: () => move(moved, place === '' ? null : place),
    onSuccess: async () => {
      await refresh(client, listFoldersContract, listWorkflowsContract)
      const where = place === '' ? 'at the top' : `in ${pathName(folders, place)}`
      toast.success(`“${moved.name}” is ${where} now.`)
      onClose()
    },
  })
  const options = [{ id: '', label: 'At the top' }, ...placesFor(folders, moved.id)]
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <DialogHeader>
        <DialogTitle>Move “{moved.name}”</DialogTitle>
        <DialogDescription>
          Where it has no access rules of its own, those of its new place hold.
        </DialogDescription>
      </DialogHeader>
      <LabelledSelect
        label="To"
        options={options}
        value={place}
        onChange={(event) => setPlace(event.target.value)}
      />
      {change.error ? (
        <p role="alert" className="text-sm text-destructive">
          {change.error.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={change.isPending || place === (moved.place ?? '')}>
          Move
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Moves a workflow or a folder into a folder, or to the top. */
export function MoveDialog({ moved, ...props }: Props & { moved: Movable | undefined }) {
  return (
    <Dialog open={moved !== undefined} onOpenChange={props.onClose}>
      <DialogContent>{moved ? <MoveForm moved={moved} {...props} /> : null}</DialogContent>
    </Dialog>
  )
}
