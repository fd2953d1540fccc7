'use client'

import type { EditorSession } from '../use-editor-session.ts'
import { ConflictBanner } from './conflict-banner.tsx'

/** Why the draft is not saved; nothing when it is. */
export function SaveBanners({ session }: { session: EditorSession }) {
  const { state, actions, autosave } = session
  if (state.status === 'conflict')
    return (
      <ConflictBanner
        conflict={state.conflict}
        busy={actions.loadTheirs.isPending}
        onTheirs={() => actions.loadTheirs.mutate()}
        onMine={() => void autosave.overwrite()}
      />
    )
  if (state.status === 'failed')
    return (
      <p role="alert" className="border-b bg-destructive/5 px-4 py-2 text-sm text-destructive">
        Not saved: {state.message}
      </p>
    )
  return null
}
