import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { groupOfBox, shownGraph } from '../levels/shown-graph.ts'
import { viewOf, type EditorStore } from '../store.ts'
import { useEditorStore } from '../store-context.ts'
import { stepAt } from './far-drawing.ts'

/** Fewer steps than this are elements at every zoom. */
export const manySteps = 100
/** Between the two the canvas stays as it is, so that it does not flicker at the border. */
const border = { far: 0.45, near: 0.55 }

/** Whether so many steps are seen from so far that one canvas draws them all. */
export function useIsFar(steps: number): boolean {
  const was = useRef(false)
  const isFar = useStore(({ transform: [, , zoom] }) =>
    was.current ? zoom <= border.near : zoom < border.far,
  )
  was.current = isFar
  return isFar && steps > manySteps
}

type Rect = { x: number; y: number; width: number; height: number }

/** The steps that a rectangle touches. */
const within = (nodes: readonly StepNode[], rect: Rect): string[] =>
  nodes
    .filter(
      ({ position, width = 0, height = 0 }) =>
        position.x < rect.x + rect.width &&
        position.x + width > rect.x &&
        position.y < rect.y + rect.height &&
        position.y + height > rect.y,
    )
    .map(({ id }) => id)

/** The steps for which a box stands where they are selected: a group's box is no step itself. */
function stepsOf(store: EditorStore, box: string): string[] {
  if (groupOfBox(box) === undefined) return [box]
  const { inside } = shownGraph(store.getState().definition, viewOf(store.getState()))
  return [...(inside.get(box) ?? [])]
}

/** What a click and a drag with Shift select on the far canvas, where the steps are no elements. */
export function useFarSelection(isFar: boolean, nodes: readonly StepNode[]) {
  const store = useEditorStore()
  const flow = useReactFlow<StepNode, LinkEdge>()
  const state = useStoreApi()
  const dragged = useRef<Rect | null>(null)
  useEffect(() => {
    if (!isFar) return
    return state.subscribe(({ userSelectionRect }) => {
      if (userSelectionRect) dragged.current = userSelectionRect
    })
  }, [state, isFar])
  const at = (event: MouseEvent | globalThis.MouseEvent): string | undefined =>
    isFar
      ? stepAt(nodes, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))?.id
      : undefined
  const onPaneClick = (event: MouseEvent) => {
    const id = at(event)
    if (!id) return
    const { selection, select } = store.getState()
    const ids = stepsOf(store, id)
    select(event.shiftKey || event.ctrlKey || event.metaKey ? [...selection, ...ids] : ids)
  }
  const onSelectionEnd = () => {
    const rect = dragged.current
    dragged.current = null
    if (!isFar || !rect) return
    const [x, y, zoom] = state.getState().transform
    const found = within(nodes, {
      x: (rect.x - x) / zoom,
      y: (rect.y - y) / zoom,
      width: rect.width / zoom,
      height: rect.height / zoom,
    })
    store.getState().select(found.flatMap((id) => stepsOf(store, id)))
  }
  return { at, handlers: { onPaneClick, onSelectionEnd } }
}
