'use client'

import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'

const ComposeDialog = dialogLater(async () => (await import('./compose-dialog.tsx')).ComposeDialog)

/** Writes and sends an encrypted mail. */
export function ComposeMessage() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden /> New message
      </Button>
      <ComposeDialog open={open} onOpenChange={setOpen} />
    </>
  )
}
