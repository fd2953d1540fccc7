'use client'

import type { LucideIcon } from 'lucide-react'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from '#components/ui/overlay/alert-dialog'
import { Button } from '#components/ui/input/button'

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
  title,
  description,
  confirm,
  keep,
  onConfirm,
}: Props) {
  return (
    <AlertDialog>
      <AlertDialogTrigger asChild>
        <Button variant="outline" size="sm">
          <Icon aria-hidden /> {label}
          {about ? <span className="sr-only"> {about}</span> : null}
        </Button>
      </AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{description}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{keep}</AlertDialogCancel>
          <AlertDialogAction onClick={onConfirm}>{confirm}</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
