'use client'

import {
  CheckIcon,
  CircleAlertIcon,
  CloudOffIcon,
  LoaderCircleIcon,
  PencilIcon,
  type LucideIcon,
} from 'lucide-react'
import type { SaveState } from '../sync/autosave.ts'

const words: Record<SaveState['status'], string> = {
  saved: 'Saved',
  dirty: 'Unsaved changes',
  saving: 'Saving…',
  offline: 'Not saved: no connection',
  conflict: 'Choose what stays',
  failed: 'Not saved',
}

const icons: Record<SaveState['status'], LucideIcon> = {
  saved: CheckIcon,
  dirty: PencilIcon,
  saving: LoaderCircleIcon,
  offline: CloudOffIcon,
  conflict: CircleAlertIcon,
  failed: CircleAlertIcon,
}

/** Whether the draft is saved, in words. Screen readers do not hear every keystroke. */
export function SaveBadge({ state }: { state: SaveState }) {
  const { status } = state
  const quiet = status === 'dirty' || status === 'saving'
  const bad = !quiet && status !== 'saved'
  const tone = bad ? 'font-medium text-destructive' : 'text-muted-foreground'
  const Icon = icons[status]
  const spin = status === 'saving' ? 'animate-spin motion-reduce:animate-none' : ''
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${tone}`}>
      <Icon aria-hidden className={`size-3.5 ${spin}`} />
      <span
        className={bad ? 'max-w-40 truncate' : 'hidden sm:inline'}
        title={'message' in state ? state.message : undefined}
      >
        {words[status]}
      </span>
      <span role="status" className="sr-only">
        {quiet ? '' : words[status]}
      </span>
    </span>
  )
}
