import { linkOfEdge } from '../graph-adapter.ts'
import type { EditorStore } from '../store.ts'
import { removeNotes } from './change-notes.ts'
import { disconnect } from './connect.ts'
import { selectedWithInside } from '../groups/group-acts.ts'
import { removeSteps } from './remove-steps.ts'
import { setFailureHandler } from './set-failure-handler.ts'

/**
 * Deletes the selected steps and notes, or, when there are none, the selected connections; a failure's connection
 * is one too. One step of undo.
 */
export function removeEverythingSelected(store: EditorStore): void {
  const { selectedLinks, selectedNotes, run } = store.getState()
  // What a collapsed box holds goes with it.
  const selection = selectedWithInside(store.getState())
  if (selection.length + selectedNotes.length > 0)
    return run((definition) => {
      const steps = removeSteps(selection)(definition)
      const notes = removeNotes(selectedNotes)(steps.definition)
      const says = [steps.says, notes.says].filter((part) => part !== undefined).join(' ')
      return { definition: notes.definition, selection: [], ...(says ? { says } : {}) }
    })
  run((definition) => {
    const links = selectedLinks.flatMap((id) => linkOfEdge(id, definition) ?? [])
    const cut = disconnect(links.filter((link) => link.kind === 'after'))(definition)
    const freed = links
      .filter((link) => link.kind === 'failure')
      .reduce(
        (next, link) => setFailureHandler(link.from, undefined)(next).definition,
        cut.definition,
      )
    return {
      ...cut,
      definition: freed,
      says: cut.says ?? (freed === definition ? 'Nothing is selected.' : 'Connection removed.'),
    }
  })
}
