import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import type { Problem } from '#lib/domain/workflow/problem'
import { moveSteps } from '../commands/move-steps.ts'
import { createEdgeCache, createNodeCache, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { startId } from '../start/start-box.ts'
import { positionsOf } from '../model/layout/positions.ts'
import type { StepState } from '../data/step-states.ts'
import { createLanes } from './lanes.ts'
import { useGlide } from './use-glide.ts'
import { problemsByStep } from '../model/problems-by-step.ts'
import { useEditor, useEditorStore } from '../store-context.ts'

/** What is selected after React Flow's changes to it. */
function afterChanges(
  selected: Iterable<string>,
  changes: { id: string; selected: boolean }[],
): string[] {
  const next = new Set(selected)
  for (const change of changes) {
    if (change.selected) next.add(change.id)
    else next.delete(change.id)
  }
  return [...next]
}

/** The boxes and lines of the definition, and what moving and selecting them changes in it. */
export function useGraph(problems: Problem[], states: ReadonlyMap<string, StepState>) {
  const { nodes, model, positions, setDragged } = useNodes(problems, states)
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const selectedLinks = useEditor((state) => state.selectedLinks)
  const [drawEdges] = useState(createEdgeCache)
  const [leadLines] = useState(createLanes)
  const edges = useMemo(
    () => leadLines({ nodes: model, edges: drawEdges(definition, types, new Set(selectedLinks)) }),
    [drawEdges, leadLines, model, definition, types, selectedLinks],
  )
  const onNodesChange = useCallback(
    (all: NodeChange<StepNode>[]) => {
      const changes = all.filter((change) => !('id' in change) || change.id !== startId)
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length > 0)
        store.getState().select(afterChanges(store.getState().selection, selected))
      const moves = changes.filter((change) => change.type === 'position')
      const dragging = moves.some((change) => change.dragging)
      if (dragging) return setDragged((now) => applyNodeChanges(moves, now ?? model))
      const places = new Map(
        moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])),
      )
      if (moves.length > 0) setDragged(null)
      if (places.size === 0) return
      // Steps without a position get the one of the layout, or the next layout would move them.
      const pinned = store
        .getState()
        .definition.steps.filter((step) => !step.position)
        .map((step) => [step.id, positions[step.id] ?? { x: 0, y: 0 }] as const)
      store.getState().run(moveSteps(new Map([...pinned, ...places])), {
        coalesce: `move:${[...places.keys()].join()}`,
      })
    },
    [store, model, positions, setDragged],
  )
  const onEdgesChange = useCallback(
    (changes: EdgeChange<LinkEdge>[]) => {
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length > 0)
        store.getState().selectLinks(afterChanges(store.getState().selectedLinks, selected))
    },
    [store],
  )
  return { nodes, model, edges, onNodesChange, onEdgesChange }
}

function useNodes(problems: Problem[], states: ReadonlyMap<string, StepState>) {
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const selection = useEditor((state) => state.selection)
  const [drawNodes] = useState(createNodeCache)
  const positions = useMemo(() => positionsOf(definition, types), [definition, types])
  const model = useMemo(
    () =>
      drawNodes({
        definition,
        types,
        positions,
        selection: new Set(selection),
        problems: problemsByStep(problems),
        states,
      }),
    [drawNodes, definition, types, positions, selection, problems, states],
  )
  // During a drag the boxes differ from the model. Its end is one command, and the model is shown
  // again.
  const [dragged, setDragged] = useState<StepNode[] | null>(null)
  useGlide(model, setDragged)
  return { nodes: dragged ?? model, model, positions, setDragged }
}
