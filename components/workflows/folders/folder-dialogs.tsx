'use client'

import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import type { FolderView } from '#lib/contracts/workflows/folders'
import type { WorkflowSummary } from '#lib/contracts/workflows/workflows'
import { DeleteFolder } from './delete-folder.tsx'
import type { FolderAct } from './folder-menu.tsx'
import type { Movable } from './move-dialog.tsx'

const NameDialog = dialogLater(
  async () => (await import('./name-dialog.tsx')).NameDialog,
  () => true,
)

const MoveDialog = dialogLater(
  async () => (await import('./move-dialog.tsx')).MoveDialog,
  ({ moved }) => moved !== undefined,
)
const AccessSheet = dialogLater(
  async () => (await import('#components/access/access-sheet')).AccessSheet,
)

type Open =
  | { act: 'new' }
  | { act: 'rename' | 'delete'; folder: FolderView }
  | { act: 'move' | 'access'; thing: Movable }

const folderThing = ({ id, name, parentId }: FolderView): Movable => ({
  kind: 'folder',
  id,
  name,
  place: parentId,
})

export const workflowThing = ({ id, name, folderId }: WorkflowSummary): Movable => ({
  kind: 'workflow',
  id,
  name,
  place: folderId,
})

/** What is done with folders, and with the place and the access of workflows; one at a time. */
export function useFolderActs() {
  const [open, setOpen] = useState<Open>()
  const actOn = (act: FolderAct, folder: FolderView) =>
    setOpen(
      act === 'move' || act === 'access' ? { act, thing: folderThing(folder) } : { act, folder },
    )
  return { open, setOpen, actOn, close: () => setOpen(undefined) }
}

type Props = {
  acts: ReturnType<typeof useFolderActs>
  folders: FolderView[]
  /** The folder that is open. */
  folderId: string | null
  canManageAccess: boolean
}

/** The dialogs of these acts. */
export function FolderDialogs({ acts, folders, folderId, canManageAccess }: Props) {
  const { open, close } = acts
  const deleted = open?.act === 'delete' ? open.folder : undefined
  const renamed = open?.act === 'rename' ? { folder: open.folder } : undefined
  const naming = open?.act === 'new' ? { parentId: folderId } : renamed
  const about = open?.act === 'access' ? open.thing : undefined
  return (
    <>
      {naming ? <NameDialog naming={naming} onClose={close} /> : null}
      <MoveDialog
        moved={open?.act === 'move' ? open.thing : undefined}
        folders={folders}
        onClose={close}
      />
      <DeleteFolder folder={deleted} isOpen={deleted?.id === folderId} onClose={close} />
      {about ? (
        <AccessSheet
          open
          onOpenChange={close}
          at={{ level: about.kind, id: about.id, name: about.name }}
          canManage={canManageAccess}
        />
      ) : null}
    </>
  )
}
