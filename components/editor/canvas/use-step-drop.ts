import { useReactFlow } from '@xyflow/react'
import { useCallback, useContext, useRef, type DragEvent } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import { addStep } from '../commands/add-step.ts'
import { insertLoose, insertStep, isLoose, placeAt } from '../commands/insert-step.ts'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { Known } from '../inspector/config/known.ts'
import type { Gaps } from '../levels/close-gaps.ts'
import { freePlace } from '../levels/free-place.ts'
import { onlyConnection } from '../model/only-connection.ts'
import { stepTypeMime } from '../palette.tsx'
import type { Line } from '../model/graph.ts'
import { lineOfEdge } from '../start/line-of-edge.ts'
import { useEditorStore } from '../store-context.ts'
import { viewOf, type EditorState } from '../store.ts'

type Point = { clientX: number; clientY: number }

type Found = { element: Element; line: Line }

/** The line under a point that takes a step, whatever lies over it; `own`: a step that is dragged. */
function lineAt(state: EditorState, { clientX, clientY }: Point, own?: string): Found | undefined {
  const { loop } = viewOf(state)
  return document
    .elementsFromPoint(clientX, clientY)
    .flatMap((under): Found[] => {
      const element = under.closest('.react-flow__edge')
      const id = element?.getAttribute('data-id')
      const line = id ? lineOfEdge(id, state.definition, loop) : undefined
      return element && line && line.to !== own ? [{ element, line }] : []
    })
    .at(0)
}

/** Whether a box is a step that is connected to nothing. */
const isFree = (definition: Definition, { id, type }: StepNode): boolean =>
  type === 'step' && isLoose(definition, id)

/** Shows on which line a step would come. */
function useMarkedLine() {
  const marked = useRef<Element | undefined>(undefined)
  return useCallback((line: Element | undefined) => {
    if (marked.current === line) return
    marked.current?.removeAttribute('data-drop')
    line?.setAttribute('data-drop', '')
    marked.current = line
  }, [])
}

/**
 * Adds a step of the palette where it is dropped on the canvas. On a line it comes between the two
 * steps, as does a step without connections that is dragged there.
 */
export function useStepDrop(toModel: Gaps['toModel']) {
  const store = useEditorStore()
  const flow = useReactFlow<StepNode, LinkEdge>()
  const { connections } = useContext(Known)
  const mark = useMarkedLine()
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(stepTypeMime)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      mark(lineAt(store.getState(), event)?.element)
    },
    [store, mark],
  )
  const onDrop = useCallback(
    (event: DragEvent) => {
      mark(undefined)
      const { definition, types, run } = store.getState()
      const type = types.get(event.dataTransfer.getData(stepTypeMime))
      if (!type) return
      event.preventDefault()
      const given = onlyConnection(type, connections)
      const link = lineAt(store.getState(), event)?.line
      const positions = positionsOf(definition, types)
      if (link) return run(insertStep(type, link, types, positions, given), { glides: true })
      const at = toModel(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))
      run(addStep(type, freePlace(store.getState(), placeAt(at, 'middle')), types, given))
    },
    [flow, store, connections, mark, toModel],
  )
  const onNodeDrag = useCallback(
    (event: unknown, node: StepNode) => {
      const state = store.getState()
      if (isFree(state.definition, node)) mark(lineAt(state, event as Point, node.id)?.element)
    },
    [store, mark],
  )
  const onNodeDragStop = useCallback(
    (event: unknown, node: StepNode) => {
      mark(undefined)
      const state = store.getState()
      const { definition: now, types, run } = state
      const link = isFree(now, node) ? lineAt(state, event as Point, node.id)?.line : undefined
      if (link) run(insertLoose(node.id, link, types, positionsOf(now, types)), { glides: true })
    },
    [store, mark],
  )
  return {
    /** For the place around the canvas. */
    palette: { onDragOver, onDragLeave: () => mark(undefined), onDrop },
    /** For the canvas itself. */
    steps: { onNodeDrag, onNodeDragStop },
  }
}
