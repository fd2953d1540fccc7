'use client'

import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'
import type { TemplateView } from '#lib/contracts/data/templates'

const RenameDialog = dialogLater(async () => (await import('./rename-dialog.tsx')).RenameDialog)

type Props = { template: TemplateView; onRenamed(template: TemplateView): void }

/** The button that renames a template. */
export function RenameTemplate(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PencilIcon aria-hidden /> Rename
      </Button>
      <RenameDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  )
}
