import { linkOfEdge } from '../graph-adapter.ts'
import type { EditorStore } from '../store.ts'
import { disconnect } from './connect.ts'
import { removeSteps } from './remove-steps.ts'
import { setFailureHandler } from './set-failure-handler.ts'

/**
 * Deletes the selected steps, or, when no step is, the selected connections; a failure's connection
 * is one too. One step of undo.
 */
export function removeEverythingSelected(store: EditorStore): void {
  const { selection, selectedLinks, run } = store.getState()
  if (selection.length > 0) return run(removeSteps(selection))
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
