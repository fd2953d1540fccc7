'use client'

import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  icon: LucideIcon
  label: string
  /** The object of the button: distinguishes it from others of its name in a screen reader. */
  about?: string
  title: string
  description: string
  confirm: string
  keep: string
  onConfirm(): void
}

/** A button for an act that cannot be undone: asks first, and says what will happen. */
export function ConfirmButton({
  icon: Icon,
  label,
  about,
  confirm,
  onConfirm,
  ...question
}: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon aria-hidden /> {label}
        {about ? <span className="sr-only"> {about}</span> : null}
      </Button>
      <ConfirmDialog
        {...question}
        open={open}
        onOpenChange={setOpen}
        action={confirm}
        busy={false}
        failure={undefined}
        onConfirm={() => {
          setOpen(false)
          onConfirm()
        }}
      />
    </>
  )
}
