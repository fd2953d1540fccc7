import { useMemo, useState } from 'react'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { usePause } from '../workflows/use-pause.ts'
import { useEditorStore } from './store-context.ts'
import { useChosenData } from './data/use-chosen-data.ts'
import { useAutosave } from './sync/use-autosave.ts'
import { useKnown } from './sync/use-known.ts'
import { useProblems } from './sync/use-problems.ts'
import { useClipboard } from './use-clipboard.ts'
import { useEditorActions } from './use-editor-actions.ts'

export type EditorSession = ReturnType<typeof useEditorSession>

/** The edited workflow with its state on the server: saved, checked, run. */
export function useEditorSession(first: Workflow, stepTypes: StepTypeInfo[]) {
  const store = useEditorStore()
  const [workflow, setWorkflow] = useState(first)
  const { autosave, state, checked, conflicts } = useAutosave(store, first)
  const { calendars, connections, policies, templates, workflows } = useKnown()
  const data = useChosenData(workflow.id, autosave)
  const { problems, certain } = useProblems(stepTypes, connections, checked)
  const actions = useEditorActions({ store, workflow, autosave, onWorkflow: setWorkflow })
  const pause = usePause(({ paused }) => setWorkflow((now) => ({ ...now, paused })))
  useClipboard(store)
  const known = useMemo(
    () => ({
      calendars,
      connections: connections ?? [],
      policies,
      templates: templates ?? [],
      workflows: workflows ?? [],
      folderId: first.folderId,
      kind: undefined,
    }),
    [calendars, connections, policies, templates, workflows, first.folderId],
  )
  return {
    workflow,
    setWorkflow,
    autosave,
    /** How the draft is saved. */
    state,
    /** Places that somebody else changed too. */
    conflicts,
    connections,
    /** What configurations can name. */
    known,
    /** The data that results are shown with. */
    data,
    problems,
    certain,
    actions,
    togglePause: () => pause.mutate({ id: workflow.id, paused: workflow.paused !== null }),
  }
}
