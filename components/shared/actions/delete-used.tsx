'use client'

import { Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { dialogLater } from '../loading/dialog-later.tsx'
import type { DeletionOfUsed, UsedThing } from './use-deletion.ts'

export type { DeletionOfUsed } from './use-deletion.ts'

/** The question by itself, for menus. */
export const DeleteUsedDialog = dialogLater(
  async () => (await import('./delete-used-dialog.tsx')).DeleteUsedDialog,
)

type Props = UsedThing & { description: string; onConfirm(deletion: DeletionOfUsed): void }

/**
 * Deletes a thing that workflows name: shows which do. When there are such workflows, or when that
 * cannot be found out, the person types the name of the thing.
 */
export function DeleteUsed(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-muted-foreground hover:text-destructive"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Trash2Icon aria-hidden /> Delete<span className="sr-only"> {props.name}</span>
      </Button>
      <DeleteUsedDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  )
}
