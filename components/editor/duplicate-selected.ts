import { pasteSteps, takenSteps } from './commands/paste-steps.ts'
import { selectedWithInside } from './groups/group-acts.ts'
import type { EditorStore } from './store.ts'

/** Adds copies of the selected steps, and of what their collapsed boxes hold. */
export function duplicateSelected(store: EditorStore): void {
  const { definition, run } = store.getState()
  const { steps, groups } = takenSteps(definition, selectedWithInside(store.getState()))
  if (steps.length > 0) run(pasteSteps(steps, { groups, keepOutside: true }))
}
