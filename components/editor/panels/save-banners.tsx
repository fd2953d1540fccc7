'use client'

import type { EditorSession } from '../use-editor-session.ts'
import { ConflictBanner } from './conflict-banner.tsx'

/** Why the draft is not saved; nothing when it is. */
export function SaveBanners({ session }: { session: EditorSession }) {
  const { state, conflicts, autosave } = session
  if (conflicts.length > 0) return <ConflictBanner conflicts={conflicts} autosave={autosave} />
  if (state.status === 'failed')
    return (
      <p role="alert" className="border-b bg-destructive/5 px-4 py-2 text-sm text-destructive">
        Not saved: {state.message}
      </p>
    )
  return null
}
