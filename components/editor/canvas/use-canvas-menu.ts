import { useReactFlow } from '@xyflow/react'
import { useCallback, type KeyboardEvent, type MouseEvent } from 'react'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { groupOfFrame } from '../groups/group-nodes.ts'
import type { Gaps } from '../levels/close-gaps.ts'
import { groupOfBox } from '../levels/shown-graph.ts'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { noteOfBox } from '../notes/note-nodes.ts'
import { useEditorStore } from '../store-context.ts'
import type { EditorStore, MenuTarget } from '../store.ts'

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** Selects the steps of a group, as a press on its head does. */
function selectGroup(store: EditorStore, group: string): void {
  const { definition, select } = store.getState()
  select([...groupsOfSteps(definition)].flatMap(([id, of]) => (of === group ? [id] : [])))
}

/** Selects what the menu is about, unless it is one of several that are selected. */
function selectTarget(store: EditorStore, target: MenuTarget): void {
  const { selection, selectedNotes, select, selectLinks, selectNotes } = store.getState()
  if (target.kind === 'step' && !selection.includes(target.id)) select([target.id])
  if (target.kind === 'note' && !selectedNotes.includes(target.id)) {
    select([])
    selectNotes([target.id])
  }
  if (target.kind === 'group') selectGroup(store, target.id)
  if (target.kind === 'link') {
    select([])
    selectLinks([target.id])
  }
}

/** What a menu is about that was opened on a box or a line. */
function targetOf(kind: 'step' | 'link', id: string): MenuTarget {
  const group = groupOfFrame(id) ?? groupOfBox(id)
  if (group !== undefined) return { kind: 'group', id: group }
  const note = noteOfBox(id)
  return note === undefined ? { kind, id } : { kind: 'note', id: note }
}

/**
 * Opens the context menu of a step, a connection or the canvas, by the mouse or by a key. `stepAt`
 * finds the step under the pointer where steps are no elements; `toModel` the place of the
 * definition.
 */
export function useCanvasMenu(
  stepAt: (event: MouseEvent | globalThis.MouseEvent) => string | undefined,
  toModel: Gaps['toModel'],
) {
  const store = useEditorStore()
  const flow = useReactFlow<StepNode, LinkEdge>()
  const open = useCallback(
    (at: { x: number; y: number }, target: MenuTarget) => {
      if (store.getState().readOnly !== undefined) return
      selectTarget(store, target)
      store.getState().setPopup({ kind: 'menu', at, target })
    },
    [store],
  )
  const at = (event: MouseEvent | globalThis.MouseEvent) => {
    event.preventDefault()
    return { x: event.clientX, y: event.clientY }
  }
  const openOnCanvas = (event: MouseEvent | globalThis.MouseEvent) => {
    const point = at(event)
    open(point, { kind: 'canvas', position: toModel(flow.screenToFlowPosition(point)) })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (!isMenuKey(event) || !(event.target instanceof Element)) return
    const part = event.target.closest('.react-flow__node, .react-flow__edge')
    const id = part?.getAttribute('data-id')
    if (!part || !id || part.classList.contains('react-flow__node-start')) return
    event.preventDefault()
    const box = part.getBoundingClientRect()
    const kind = part.classList.contains('react-flow__node') ? 'step' : 'link'
    open(
      { x: box.left + box.width / 2, y: box.top + Math.min(box.height / 2, 32) },
      targetOf(kind, id),
    )
  }
  return {
    onKey,
    handlers: {
      onNodeContextMenu: (event: MouseEvent, { id, type }: StepNode) => {
        if (type === 'start') return openOnCanvas(event)
        open(at(event), targetOf('step', id))
      },
      onEdgeContextMenu: (event: MouseEvent, { id }: LinkEdge) =>
        open(at(event), { kind: 'link', id }),
      onSelectionContextMenu: (event: MouseEvent, [first]: StepNode[]) =>
        first ? open(at(event), targetOf('step', first.id)) : undefined,
      onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => {
        const id = stepAt(event)
        if (id === undefined) return openOnCanvas(event)
        open(at(event), targetOf('step', id))
      },
    },
  }
}
