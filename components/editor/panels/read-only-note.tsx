'use client'

import { LockIcon } from 'lucide-react'
import { useEditor } from '../store-context.ts'

/** Says that the person may not edit the workflow, and why. */
export function ReadOnlyNote() {
  const reason = useEditor((state) => state.readOnly)
  if (reason === undefined) return null
  return (
    <p className="flex items-start gap-2 border-b bg-muted/50 px-4 py-2 text-xs">
      <LockIcon aria-hidden className="mt-px size-3.5 shrink-0 text-muted-foreground" />
      <span>
        <span className="font-medium">Read only.</span>{' '}
        <span className="text-muted-foreground">{reason}</span>
      </span>
    </p>
  )
}
