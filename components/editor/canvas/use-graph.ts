import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Problem } from '#lib/domain/workflow/problem'
import { moveNotes } from '../commands/change-notes.ts'
import { moveSteps } from '../commands/move-steps.ts'
import { createEdgeCache, createNodeCache, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { createNoteCache, noteOfBox } from '../notes/note-nodes.ts'
import { startId } from '../start/start-box.ts'
import type { Positions } from '../model/layout/layout.ts'
import { areLaidAlike, positionsOf } from '../model/layout/positions.ts'
import type { StepState } from '../data/step-states.ts'
import { createLanes } from './lanes.ts'
import { useGlide } from './use-glide.ts'
import { problemsByStep } from '../model/problems-by-step.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import type { EditorStore } from '../store.ts'

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

/** Selects boxes: steps and notes. */
function selectBoxes(store: EditorStore, changes: { id: string; selected: boolean }[]): void {
  const { selection, selectedNotes, select, selectNotes } = store.getState()
  const steps = changes.filter(({ id }) => noteOfBox(id) === undefined)
  const notes = changes.flatMap(({ id, selected }) => {
    const note = noteOfBox(id)
    return note === undefined ? [] : [{ id: note, selected }]
  })
  select(afterChanges(selection, steps))
  selectNotes(afterChanges(selectedNotes, notes))
}

type Places = ReadonlyMap<string, { x: number; y: number }>

/** Puts boxes at places: steps and notes, as one change. */
function moveBoxes(store: EditorStore, places: Places, positions: Positions): void {
  const { definition, run } = store.getState()
  const notes = [...places].flatMap(([box, at]) => {
    const id = noteOfBox(box)
    return id === undefined ? [] : [[id, at] as const]
  })
  const hasSteps = notes.length < places.size
  // Steps without a position get the one of the layout, or the next layout would move them.
  const pinned = definition.steps
    .filter(({ position }) => hasSteps && !position)
    .map(({ id }) => [id, positions[id] ?? { x: 0, y: 0 }] as const)
  const steps = moveSteps(new Map([...pinned, ...places]))
  run((now) => moveNotes(new Map(notes))(steps(now).definition), {
    coalesce: `move:${[...places.keys()].join()}`,
  })
}

/** The boxes and lines of the definition, and what moving and selecting them changes in it. */
export function useGraph(problems: Problem[], states: ReadonlyMap<string, StepState>) {
  const { nodes, model, steps, positions, setDragged } = useNodes(problems, states)
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const selectedLinks = useEditor((state) => state.selectedLinks)
  const [drawEdges] = useState(createEdgeCache)
  const [leadLines] = useState(createLanes)
  const named = useNamed(definition, types)
  const edges = useMemo(
    () => leadLines({ nodes: steps, edges: drawEdges(named, types, new Set(selectedLinks)) }),
    [drawEdges, leadLines, steps, named, types, selectedLinks],
  )
  const onNodesChange = useCallback(
    (all: NodeChange<StepNode>[]) => {
      const changes = all.filter((change) => !('id' in change) || change.id !== startId)
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length > 0) selectBoxes(store, selected)
      const sized = changes.filter((change) => change.type === 'dimensions' && 'resizing' in change)
      if (sized.some((change) => change.type === 'dimensions' && change.resizing))
        return setDragged((now) => applyNodeChanges(sized, now ?? model))
      const moves = changes.filter((change) => change.type === 'position')
      const dragging = moves.some((change) => change.dragging)
      if (dragging) return setDragged((now) => applyNodeChanges(moves, now ?? model))
      const places = new Map(
        moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])),
      )
      if (moves.length > 0 || sized.length > 0) setDragged(null)
      if (places.size === 0) return
      moveBoxes(store, places, positions)
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
  return { nodes, model, steps, edges, onNodesChange, onEdgesChange }
}

const namesSettleMs = 400

/**
 * The definition by whose titles the connections are named for screen readers. While somebody types
 * it is an earlier one: new names are new connections to React Flow, which then looks at all of them
 * again with each letter.
 */
function useNamed(definition: Definition, types: ReadonlyMap<string, StepTypeInfo>): Definition {
  const [named, setNamed] = useState(definition)
  const onlyWords = useMemo(
    () =>
      areLaidAlike(named.steps, definition.steps, types) &&
      definition.steps.every((step, at) => step.branchLabels === named.steps[at]?.branchLabels),
    [named, definition, types],
  )
  useEffect(() => {
    if (named === definition) return
    const timer = setTimeout(() => setNamed(definition), onlyWords ? namesSettleMs : 0)
    return () => clearTimeout(timer)
  }, [named, definition, onlyWords])
  return onlyWords ? named : definition
}

function useNodes(problems: Problem[], states: ReadonlyMap<string, StepState>) {
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const selection = useEditor((state) => state.selection)
  const [drawNodes] = useState(createNodeCache)
  const positions = useMemo(() => positionsOf(definition, types), [definition, types])
  const steps = useMemo(
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
  const notes = useEditor((state) => state.definition.notes)
  const selectedNotes = useEditor((state) => state.selectedNotes)
  const [drawNotes] = useState(createNoteCache)
  // First, so that steps lie above them.
  const model = useMemo(
    () => [...drawNotes(notes, selectedNotes), ...steps],
    [drawNotes, notes, selectedNotes, steps],
  )
  // During a drag the boxes differ from the model. Its end is one command, and the model is shown
  // again.
  const [dragged, setDragged] = useState<StepNode[] | null>(null)
  useGlide(model, setDragged)
  return { nodes: dragged ?? model, model, steps, positions, setDragged }
}
