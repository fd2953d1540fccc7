import { useEffect } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { moveSteps } from './commands/move-steps.ts'
import { layoutInput, type LayoutInput } from './model/layout/layout.ts'
import { branchesOfStep, positionsOf } from './model/layout/positions.ts'
import type { EditorState, EditorStore } from './store.ts'
import { useEditor, useEditorStore } from './store-context.ts'

const loadTidy = async () => await loadCode(() => import('./model/layout/tidy.ts'))

/** Starts what tidies up, for somebody who is about to ask for it. */
export const warmUpTidy = (): void =>
  void loadTidy()
    .then(({ warmUp }) => warmUp())
    .catch(() => undefined)

function inputOf({ definition, types }: EditorState): LayoutInput {
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  return layoutInput(definition, (id) => {
    const step = byId.get(id)
    return step ? branchesOfStep(step, types) : []
  })
}

/** Above so many steps a layout takes a second, and the first one of a worker three times that. */
const manySteps = 200
/** Who only opens and leaves the editor starts no worker, and who goes on building no layout. */
const restMs = 2000

/**
 * As long as a large workflow is open, its layout is computed beside the page whenever nothing has
 * changed for a while, so that tidying up finds it done.
 */
export function useReadyTidy(): void {
  const store = useEditorStore()
  const isLarge = useEditor(
    ({ definition, readOnly }) => readOnly === undefined && definition.steps.length > manySteps,
  )
  useEffect(() => {
    if (!isLarge) return
    let release: (() => void) | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const prepare = async () => {
      const { hold, tidy } = await loadTidy()
      if (isOver) return
      release ??= hold()
      await tidy(inputOf(store.getState()))
    }
    const begin = () => {
      clearTimeout(timer)
      // Who tidies up is told of a failure; this one is tried again by then.
      timer = setTimeout(() => void prepare().catch(() => undefined), restMs)
    }
    begin()
    const unsubscribe = store.subscribe(({ definition }, before) => {
      if (definition !== before.definition) begin()
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      unsubscribe()
      release?.()
    }
  }, [isLarge, store])
}

/**
 * Lays out the whole workflow again. A selected step keeps its place, so that the person does not
 * lose it; without one the whole workflow is shown.
 */
export async function tidyUp(store: EditorStore): Promise<void> {
  const state = store.getState()
  const { definition, types, selection } = state
  state.announce('Tidying up…')
  const { tidy } = await loadTidy()
  const places = await tidy(inputOf(state))
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
