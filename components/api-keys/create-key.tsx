'use client'

import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'

const CreateKeyDialog = dialogLater(
  async () => (await import('./create-key-dialog.tsx')).CreateKeyDialog,
)

/** The button that creates a key. */
export function CreateKey() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden /> Create API key
      </Button>
      <CreateKeyDialog open={open} onOpenChange={setOpen} />
    </>
  )
}
