'use client'

import { useEffect, useRef, useState } from 'react'
import { saveDraftContract, type Workflow } from '#lib/contracts/workflows'
import { call } from '#lib/http/client'
import type { EditorStore } from '../store.ts'
import { createAutosave, type Autosave, type SaveState } from './autosave.ts'
import type { Checked } from './use-problems.ts'

/**
 * Autosave bound to the editor: saves on change, tries again when the network is back, warns before
 * leaving with something unsaved.
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
    createAutosave({
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
  const held = useRef<Autosave | null>(null)
  held.current ??= create()
  const autosave = held.current

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
      // Inside the app nothing asks before a page is left, so what is due is saved on the way out.
      void autosave.flush()
      window.removeEventListener('online', online)
      window.removeEventListener('beforeunload', leaving)
    }
  }, [store, autosave])
  return { autosave, state, checked }
}
