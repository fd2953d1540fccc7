'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { saveJsonFile } from '#components/shared/actions/save-json-file'
import { loadCode } from '#components/shared/loading/load-code'
import { toast } from '#components/shared/messages/toast'
import {
  deleteWorkflowContract,
  duplicateWorkflowContract,
  exportWorkflowContract,
  updateWorkflowContract,
  type Workflow,
} from '#lib/contracts/workflows/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { call } from '#lib/http/client'
import { replaceDefinition } from './commands/change-workflow.ts'
import { moveSteps } from './commands/move-steps.ts'
import { branchesOfStep, positionsOf } from './model/layout/positions.ts'
import { layoutInput } from './model/layout/layout.ts'
import type { EditorStore } from './store.ts'
import { useEditor } from './store-context.ts'
import type { Autosave } from './sync/autosave.ts'

/** Shows why an action failed. */
const whyNot = (error: unknown): void =>
  toast.error(error instanceof Error ? error.message : 'That did not work. Try again.')

type Context = {
  store: EditorStore
  workflow: Workflow
  autosave: Autosave
  onWorkflow: (workflow: Workflow) => void
}

/** The actions of the top bar and the keys on the whole workflow. */
export function useEditorActions(context: Context) {
  const { store, workflow, autosave, onWorkflow } = context
  const router = useRouter()
  const params = { id: workflow.id }
  const remove = useMutation({
    mutationFn: () => call(deleteWorkflowContract, { params }),
    onSuccess: () => router.push('/workflows'),
  })
  const exportJson = async () => {
    await autosave.flush()
    const file = await call(exportWorkflowContract, { params })
    saveJsonFile(`${file.slug}.json`, file)
  }
  const duplicate = async () => {
    await autosave.flush()
    const copy = await call(duplicateWorkflowContract, { params, body: {} })
    router.push(`/workflows/${copy.id}`)
  }
  /** It tests what is saved. */
  const openBackTests = async () => {
    await autosave.flush()
    router.push(`/workflows/${workflow.id}/back-tests`)
  }
  /** Puts a restored version into the draft. Undo restores the previous draft. */
  const adopt = (next: Workflow, definition: Definition, says: string) => {
    store.getState().run(replaceDefinition(definition, says))
    autosave.adopt(store.getState().definition, next.draftRevision, next.problems)
    onWorkflow(next)
  }
  return {
    tidyUp: () => void tidyUp(store).catch(whyNot),
    exportJson: () => void exportJson().catch(whyNot),
    duplicate: () => void duplicate().catch(whyNot),
    remove,
    adopt,
    rename: async (name: string) =>
      onWorkflow(await call(updateWorkflowContract, { params, body: { name } })),
    openBackTests: () => void openBackTests().catch(whyNot),
  }
}

const loadTidy = async () => await loadCode(() => import('./model/layout/tidy.ts'))

/** Starts what tidies up, for somebody who is about to ask for it. */
export const warmUpTidy = (): void =>
  void loadTidy()
    .then(({ warmUp }) => warmUp())
    .catch(() => undefined)

/** In a workflow of so many steps the first one who tidies up would wait for the worker. */
const manySteps = 200
/** Who only opens and leaves the editor starts no worker. */
const restMs = 2000

/** Has what tidies up ready as long as a large workflow is open. */
export function useReadyTidy(): void {
  const isLarge = useEditor(
    ({ definition, readOnly }) => readOnly === undefined && definition.steps.length > manySteps,
  )
  useEffect(() => {
    if (!isLarge) return
    let release: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { hold } = await loadTidy()
      if (!isOver) release = hold()
    }
    const timer = setTimeout(() => void begin().catch(() => undefined), restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      release?.()
    }
  }, [isLarge])
}

/**
 * Lays out the whole workflow again. A selected step keeps its place, so that the person does not
 * lose it; without one the whole workflow is shown.
 */
async function tidyUp(store: EditorStore): Promise<void> {
  const { definition, types, selection, announce } = store.getState()
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  const branchesOf = (id: string) => {
    const step = byId.get(id)
    return step ? branchesOfStep(step, types) : []
  }
  announce('Tidying up…')
  const { tidy } = await loadTidy()
  const places = await tidy(layoutInput(definition, branchesOf))
  const [kept] = selection.length === 1 ? selection : []
  const before = kept === undefined ? undefined : positionsOf(definition, types)[kept]
  const after = kept === undefined ? undefined : places[kept]
  const by = before && after ? { x: before.x - after.x, y: before.y - after.y } : { x: 0, y: 0 }
  const moved = Object.entries(places).map(
    ([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }] as const,
  )
  store.getState().run(moveSteps(new Map(moved), 'Tidied up.'), { glides: true })
  if (!before) store.getState().show([])
}
