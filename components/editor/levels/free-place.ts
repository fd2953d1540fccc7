import { bodyBranch } from '#lib/domain/workflow/loops'
import type { Place } from '../commands/add-step.ts'
import { viewOf, type EditorState } from '../store.ts'

/** The place of a step that is put freely on a level: in a loop it would be none of its steps. */
export function freePlace(state: EditorState, position: Place['position']): Place {
  const { loop } = viewOf(state)
  const at = position ? { position } : {}
  return loop === undefined ? at : { after: loop, via: bodyBranch, ...at }
}
