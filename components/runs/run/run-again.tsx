'use client'

import { RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'
import type { RunPage } from '#lib/contracts/runs/runs'

const RunAgainDialog = dialogLater(
  async () => (await import('./run-again-dialog.tsx')).RunAgainDialog,
)

/** The button that runs the whole workflow again. */
export function RunAgain({ run }: { run: RunPage }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <RotateCcwIcon aria-hidden /> Run again…
      </Button>
      <RunAgainDialog run={run} open={open} onOpenChange={setOpen} />
    </>
  )
}
