'use client'

import { BookmarkPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'

const SaveTestDialog = dialogLater(
  async () => (await import('./save-test-dialog.tsx')).SaveTestDialog,
)

type Props = { workflowId: string; runId: string }

/** Makes a test of a run: from then on the workflow must do with it what it did. */
export function SaveAsTest(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="button"
        variant="outline"
        size="sm"
        className="print:hidden"
        onClick={() => setOpen(true)}
      >
        <BookmarkPlusIcon aria-hidden /> Save as a test
      </Button>
      <SaveTestDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  )
}
