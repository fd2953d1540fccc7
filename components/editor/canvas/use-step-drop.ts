import { useReactFlow } from '@xyflow/react'
import { useCallback, useContext, useRef, type DragEvent } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import { addStep } from '../commands/add-step.ts'
import { insertLoose, insertStep, isLoose, placeAt } from '../commands/insert-step.ts'
import { linkOfEdge, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { Known } from '../inspector/config/known.ts'
import type { Gaps } from '../levels/close-gaps.ts'
import { freePlace } from '../levels/free-place.ts'
import { onlyConnection } from '../model/only-connection.ts'
import { stepTypeMime } from '../palette.tsx'
import { useEditorStore } from '../store-context.ts'

type Point = { clientX: number; clientY: number }

/** The line under a point, whatever lies over it. */
const lineAt = ({ clientX, clientY }: Point): Element | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest('.react-flow__edge'))
    .find((edge) => edge !== null)

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
  const linkAt = useCallback(
    (point: Point) => {
      const id = lineAt(point)?.getAttribute('data-id')
      const link = id ? linkOfEdge(id, store.getState().definition) : undefined
      return link?.kind === 'after' ? link : undefined
    },
    [store],
  )
  const onDragOver = useCallback(
    (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(stepTypeMime)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      mark(lineAt(event))
    },
    [mark],
  )
  const onDrop = useCallback(
    (event: DragEvent) => {
      mark(undefined)
      const { definition, types, run } = store.getState()
      const type = types.get(event.dataTransfer.getData(stepTypeMime))
      if (!type) return
      event.preventDefault()
      const given = onlyConnection(type, connections)
      const link = linkAt(event)
      const positions = positionsOf(definition, types)
      if (link) return run(insertStep(type, link, types, positions, given), { glides: true })
      const at = toModel(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))
      run(addStep(type, freePlace(store.getState(), placeAt(at, 'middle')), types, given))
    },
    [flow, store, connections, linkAt, mark, toModel],
  )
  const onNodeDrag = useCallback(
    (event: unknown, node: StepNode) => {
      if (isFree(store.getState().definition, node)) mark(lineAt(event as Point))
    },
    [store, mark],
  )
  const onNodeDragStop = useCallback(
    (event: unknown, node: StepNode) => {
      mark(undefined)
      const { definition: now, types, run } = store.getState()
      const link = isFree(now, node) ? linkAt(event as Point) : undefined
      if (link) run(insertLoose(node.id, link, types, positionsOf(now, types)), { glides: true })
    },
    [store, linkAt, mark],
  )
  return {
    /** For the place around the canvas. */
    palette: { onDragOver, onDragLeave: () => mark(undefined), onDrop },
    /** For the canvas itself. */
    steps: { onNodeDrag, onNodeDragStop },
  }
}
