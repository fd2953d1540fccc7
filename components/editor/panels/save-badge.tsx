'use client'

import {
  CheckIcon,
  CircleAlertIcon,
  CloudOffIcon,
  LoaderCircleIcon,
  PencilIcon,
} from 'lucide-react'
import type { SaveState } from '../sync/autosave.ts'

const words: Record<SaveState['status'], string> = {
  saved: 'Saved',
  dirty: 'Unsaved changes',
  saving: 'Saving…',
  offline: 'Not saved: no connection, trying again',
  conflict: 'Not saved: changed by someone else',
  failed: 'Not saved',
}

/**
 * Where the draft stands, in words; what changes is said politely, without the flicker of every
 * keystroke.
 */
export function SaveBadge({ state }: { state: SaveState }) {
  const quiet = state.status === 'dirty' || state.status === 'saving'
  const Icon =
    state.status === 'saved'
      ? CheckIcon
      : state.status === 'dirty'
        ? PencilIcon
        : state.status === 'offline'
          ? CloudOffIcon
          : CircleAlertIcon
  const bad = !quiet && state.status !== 'saved'
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${bad ? 'font-medium text-destructive' : 'text-muted-foreground'}`}
    >
      {state.status === 'saving' ? (
        <LoaderCircleIcon
          aria-hidden
          className="size-3.5 animate-spin motion-reduce:animate-none"
        />
      ) : (
        <Icon aria-hidden className="size-3.5" />
      )}
      <span
        className={bad ? 'max-w-40 truncate' : 'hidden sm:inline'}
        title={'message' in state ? state.message : undefined}
      >
        {words[state.status]}
      </span>
      <span role="status" className="sr-only">
        {quiet ? '' : words[state.status]}
      </span>
    </span>
  )
}
