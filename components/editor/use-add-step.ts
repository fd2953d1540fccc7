import { useCallback } from 'react'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { addStep } from './commands/add-step.ts'
import type { KnownConnection } from './inspector/config/known.ts'
import { findStep } from './model/graph.ts'
import { nextBranch } from './model/next-branch.ts'
import { onlyConnection } from './model/only-connection.ts'
import { seesCalled } from './levels/level-path.ts'
import { shownGraph } from './levels/shown-graph.ts'
import { calledReason } from './levels/shown-store.ts'
import { viewOf, type EditorState } from './store.ts'
import { useEditor, useEditorStore } from './store-context.ts'
import { useDrawn } from './use-drawn.ts'

/** The selected step, or the end of the level when it has exactly one. */
function stepBefore(state: EditorState): string | undefined {
  const { definition, selection } = state
  if (selection.length === 1) return selection[0]
  const { loop, collapsed } = viewOf(state)
  const { boxOf } = shownGraph(definition, { loop, collapsed })
  const steps = definition.steps.filter(({ id }) => boxOf.has(id))
  if (steps.length === 0) return loop
  const isBefore = (step: Step, other: Step) =>
    other.after.some((edge) => edge.step === step.id) || other.on_failure?.step === step.id
  const ends = steps.filter((step) => !steps.some((other) => isBefore(step, other)))
  return ends.length === 1 ? ends[0]?.id : undefined
}

/** Adds a step after what is selected, and puts the focus on its title. */
export function useAddStep(
  connections: KnownConnection[] | undefined,
): (type: StepTypeInfo) => void {
  const store = useEditorStore()
  return useCallback(
    (type: StepTypeInfo) => {
      const { types, run, announce } = store.getState()
      if (seesCalled(store.getState())) return announce(calledReason)
      const after = stepBefore(store.getState())
      const place = after === undefined ? {} : { after }
      run(addStep(type, place, types, onlyConnection(type, connections)))
      const added = store.getState().selection[0]
      if (added) store.getState().focusOn(added, 'title')
    },
    [store, connections],
  )
}

/**
 * Where the next step goes, in words: `after Review referral, by “approved”`; undefined where what is
 * seen is another workflow.
 */
export function useWhereToAdd(): string | undefined {
  const definition = useDrawn()
  const types = useEditor((state) => state.types)
  const selection = useEditor((state) => state.selection)
  const isCalled = useEditor(seesCalled)
  if (isCalled) return undefined
  const current = selection.length === 1 ? findStep(definition, selection[0]) : undefined
  if (current) {
    const branch = nextBranch(definition, current.id, types)
    const by = branch === undefined ? '' : `, by “${branchLabel(current, branch)}”`
    return `after ${current.title || current.id}${by}`
  }
  return definition.steps.length === 0 ? 'as the first step' : 'at the end'
}
