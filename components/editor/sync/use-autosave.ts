'use client'

import { useEffect, useState } from 'react'
import { useEventStream } from '#components/shared/loading/use-event-stream'
import {
  changeDraftContract,
  draftEventsContract,
  listDraftChangesContract,
  type DraftReader,
} from '#lib/contracts/workflows/drafts'
import type { StepThread } from '#lib/contracts/workflows/step-comments'
import { readWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { call, pathOf } from '#lib/http/client'
import type { EditorStore } from '../store.ts'
import { Autosave, type DraftConflict, type SaveState } from './autosave.ts'
import { useReading } from './use-reading.ts'
import type { Checked } from './use-problems.ts'

/** How the draft of this page and that of the server are kept together. */
export type Sync = {
  autosave: Autosave
  state: SaveState
  checked: Checked
  conflicts: DraftConflict[]
}

type Show = {
  state(state: SaveState): void
  checked(checked: Checked): void
  conflicts(conflicts: DraftConflict[]): void
}

function createAutosave(store: EditorStore, workflow: Workflow, show: Show): Autosave {
  const params = { id: workflow.id }
  return new Autosave({
    definition: store.getState().definition,
    revision: workflow.draftRevision,
    send: (body) => call(changeDraftContract, { params, body }),
    since: async (since) =>
      (await call(listDraftChangesContract, { params, query: { since } })).items,
    read: () => call(readWorkflowContract, { params }),
    onState: (state) => show.state(state),
    onConflicts: (conflicts) => show.conflicts(conflicts),
    onProblems: (problems, definition) => show.checked({ problems, definition }),
    onReceived: (received) => store.getState().receive(received),
  })
}

/**
 * Autosave of the editor: saves on change, takes what other people change, tries again when the
 * network is back, and warns before the page is left with unsaved changes.
 */
export function useAutosave(store: EditorStore, workflow: Workflow): Sync {
  const [state, setState] = useState<SaveState>({ status: 'saved' })
  const [conflicts, setConflicts] = useState<DraftConflict[]>([])
  const tab = useReading(store, workflow.id)
  const [checked, setChecked] = useState<Checked>(() => ({
    definition: store.getState().definition,
    problems: workflow.problems,
  }))
  const [autosave] = useState(() =>
    createAutosave(store, workflow, {
      state: setState,
      checked: setChecked,
      conflicts: setConflicts,
    }),
  )
  useEventStream(pathOf(draftEventsContract, { id: workflow.id }), {
    draft: (data) => autosave.hear((data as { revision: number }).revision),
    readers: (data) =>
      store.setState({ readers: (data as DraftReader[]).filter((one) => one.tab !== tab) }),
    threads: (data) => store.setState({ threads: data as StepThread[] }),
  })
  useEffect(() => {
    const stop = store.subscribe((now, before) => {
      if (now.definition !== before.definition) autosave.changed(now.definition)
    })
    const online = () => void autosave.flush()
    const leaving = (event: BeforeUnloadEvent) => {
      if (autosave.isSaved()) return
      event.preventDefault()
      void autosave.flush()
    }
    window.addEventListener('online', online)
    window.addEventListener('beforeunload', leaving)
    return () => {
      stop()
      // Navigation inside the app does not ask before it leaves a page, so a due save happens now.
      void autosave.flush()
      window.removeEventListener('online', online)
      window.removeEventListener('beforeunload', leaving)
    }
  }, [store, autosave])
  return { autosave, state, checked, conflicts }
}
