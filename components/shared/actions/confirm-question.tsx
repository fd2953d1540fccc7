'use client'

import type { ReactNode } from 'react'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#components/ui/overlay/alert-dialog'
import { Button } from '#components/ui/input/button'

export type Question = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: string
  action: string
  keep?: string
  busy: boolean
  failure: string | undefined
  onConfirm(): void
  /** What the person chooses before. */
  children?: ReactNode
}

/** Asks before an act that cannot be undone; stays open with the reason when it is refused. */
export function ConfirmQuestion({
  open,
  onOpenChange,
  title,
  description,
  action,
  keep = 'Cancel',
  busy,
  failure,
  onConfirm,
  children,
}: Question) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </AlertDialogHeader>
        {children}
        {failure ? (
          <p role="alert" className="text-sm text-destructive">
            {failure}
          </p>
        ) : null}
        <AlertDialogFooter>
          <AlertDialogCancel>{keep}</AlertDialogCancel>
          <Button type="button" variant="destructive" disabled={busy} onClick={onConfirm}>
            {action}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
