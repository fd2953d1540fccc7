'use client'

import { useEffect, useState } from 'react'
import { saveDraftContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import type { EditorStore } from '../store.ts'
import { Autosave, type SaveState } from './autosave.ts'
import type { Checked } from './use-problems.ts'

/**
 * Autosave of the editor: saves on change, tries again when the network is back, and warns before
 * the page is left with unsaved changes.
 */
export function useAutosave(
  store: EditorStore,
  workflow: Workflow,
): { autosave: Autosave; state: SaveState; checked: Checked } {
  const [state, setState] = useState<SaveState>({ status: 'saved' })
  const [checked, setChecked] = useState<Checked>(() => ({
    definition: store.getState().definition,
    problems: workflow.problems,
  }))
  const create = () =>
    new Autosave({
      definition: store.getState().definition,
      revision: workflow.draftRevision,
      save: (definition, revision) =>
        call(saveDraftContract, {
          params: { id: workflow.id },
          body: { definition },
          headers: { 'if-match': `"${revision}"` },
        }),
      onState: setState,
      onProblems: (problems, definition) => setChecked({ problems, definition }),
    })
  const [autosave] = useState(create)

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
  return { autosave, state, checked }
}
