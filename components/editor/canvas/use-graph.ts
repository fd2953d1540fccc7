import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useCallback, useContext, useMemo, useState } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { moveNotes } from '../commands/change-notes.ts'
import { moveSteps } from '../commands/move-steps.ts'
import { AsideContext } from '../data/aside.ts'
import type { StepState } from '../data/step-states.ts'
import {
  createEdgeCache,
  createNodeCache,
  type LinkEdge,
  type SaidOfLines,
  type StepNode,
} from '../graph-adapter.ts'
import { createFrameCache, createGroupCache, groupOfFrame, totalOf } from '../groups/group-nodes.ts'
import { arrow } from '../drawing/line-look.tsx'
import { useStepWords } from '../drawing/words/use-step-words.ts'
import { drawnLevel, movedPlaces, type DrawnLevel } from '../levels/drawn-level.ts'
import { groupOfBox, shownGraph, type Shown } from '../levels/shown-graph.ts'
import { shownLines } from '../levels/shown-lines.ts'
import { useView } from '../levels/use-view.ts'
import { createLoopFrames, loopFrames, type LoopFrame } from '../model/layout/loop-frames.ts'
import type { Positions } from '../model/layout/layout.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { problemsByStep } from '../model/problems-by-step.ts'
import { createNoteCache, noteOfBox } from '../notes/note-nodes.ts'
import { startId } from '../start/start-box.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import type { EditorState, EditorStore } from '../store.ts'
import { useDrawn } from '../use-drawn.ts'
import { createLanes } from './lanes.ts'
import { useGlide } from './use-glide.ts'

type Selected = { id: string; selected: boolean }

/** What is selected after React Flow's changes to it. */
function afterChanges(selected: Iterable<string>, changes: Selected[]): string[] {
  const next = new Set(selected)
  for (const change of changes) {
    if (change.selected) next.add(change.id)
    else next.delete(change.id)
  }
  return [...next]
}

/**
 * A frame and a box of a group stand for its steps. A frame that is left says nothing: its steps
 * are boxes that say it themselves.
 */
function ofGroups(changes: Selected[], { shown, groupOf }: DrawnLevel): Selected[] {
  return changes.flatMap(({ id, selected }): Selected[] => {
    const framed = groupOfFrame(id)
    if (framed !== undefined && !selected) return []
    const ofFrame = [...groupOf].flatMap(([step, group]) =>
      group === framed && shown.boxOf.has(step) ? [step] : [],
    )
    const members = framed === undefined ? (shown.inside.get(id) ?? []) : ofFrame
    return members.map((member) => ({ id: member, selected }))
  })
}

/** Selects boxes: steps, notes and groups. */
function selectBoxes(store: EditorStore, changes: Selected[], level: DrawnLevel): void {
  const { selection, selectedNotes, select, selectNotes } = store.getState()
  const isOfGroup = ({ id }: Selected) =>
    groupOfBox(id) !== undefined || groupOfFrame(id) !== undefined
  const groups = changes.filter(isOfGroup)
  const others = changes.filter((change) => !isOfGroup(change))
  const steps = others.filter(({ id }) => noteOfBox(id) === undefined)
  const notes = others.flatMap(({ id, selected }) => {
    const note = noteOfBox(id)
    return note === undefined ? [] : [{ id: note, selected }]
  })
  select(afterChanges(selection, [...steps, ...ofGroups(groups, level)]))
  selectNotes(afterChanges(selectedNotes, notes))
}

type Places = ReadonlyMap<string, { x: number; y: number }>

/** Puts steps and notes at places, as one change. */
function moveTo(store: EditorStore, places: Places, positions: Positions): void {
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

const newCaches = () => ({
  drawNodes: createNodeCache(),
  drawEdges: createEdgeCache(),
  leadLines: createLanes(),
  drawLoops: createLoopFrames(),
})
const caches = new WeakMap<EditorStore, ReturnType<typeof newCaches>>()

/** What was drawn of a workflow: its picture and the canvas that takes the place of it show the same. */
function cachesOf(store: EditorStore) {
  const known = caches.get(store) ?? newCaches()
  caches.set(store, known)
  return known
}

/** What a drawing shows of the steps and connections besides the definition. */
export type Said = {
  problems: Problem[]
  /** What became of the steps, in the run that was chosen or from version to version. */
  states: ReadonlyMap<string, StepState>
  /** Where the states are of, for screen readers: “ in the chosen run”. */
  where?: string | undefined
  lines?: SaidOfLines | undefined
}

/** The lines to the first steps, which every run takes. */
export const saidOfStart = (edges: LinkEdge[], said: SaidOfLines | undefined): LinkEdge[] =>
  said?.start === undefined
    ? edges
    : edges.map((edge) => ({
        ...edge,
        data: { label: '', kind: 'start', state: said.start },
        markerEnd: arrow(false, said.start),
      }))

/** The boxes and lines of the definition, and what moving and selecting them changes in it. */
export function useGraph(said: Said) {
  const { nodes, model, level, frames, positions, setDragged } = useNodes(said)
  const store = useEditorStore()
  const edges = useLines(level, said.lines)
  const onNodesChange = useCallback(
    (all: NodeChange<StepNode>[]) => {
      const changes = all.filter((change) => !('id' in change) || change.id !== startId)
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length > 0) selectBoxes(store, selected, level)
      const sized = changes.filter((change) => change.type === 'dimensions' && 'resizing' in change)
      if (sized.some((change) => change.type === 'dimensions' && change.resizing))
        return setDragged((now) => applyNodeChanges(sized, now ?? model))
      const moves = changes.filter((change) => change.type === 'position')
      const places = new Map(
        moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])),
      )
      if (moves.some((change) => change.dragging))
        return setDragged((now) => placedAt(places, level, frames, now ?? model))
      if (moves.length > 0 || sized.length > 0) setDragged(null)
      if (places.size > 0) moveTo(store, movedPlaces(places, level, frames), positions)
    },
    [store, model, level, frames, positions, setDragged],
  )
  const onEdgesChange = useCallback(
    (changes: EdgeChange<LinkEdge>[]) => {
      const selected = changes.filter((change) => change.type === 'select')
      if (selected.length > 0)
        store.getState().selectLinks(afterChanges(store.getState().selectedLinks, selected))
    },
    [store],
  )
  const loops = useLoops(level, nodes)
  const { boxes } = level
  const { toModel } = level.gaps
  return { nodes, model, boxes, frames, loops, edges, toModel, onNodesChange, onEdgesChange }
}

/** The frames of loops: a box of a group stands for the steps in it. */
function useLoops({ shown }: DrawnLevel, nodes: StepNode[]): LoopFrame[] {
  const { steps } = useDrawn()
  const { drawLoops } = cachesOf(useEditorStore())
  return useMemo(() => {
    if (shown.inside.size === 0 && shown.boxOf.size === steps.length) return drawLoops(steps, nodes)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const inGroups = [...shown.boxOf].flatMap(([id, box]) => {
      const node = groupOfBox(box) === undefined ? undefined : byId.get(box)
      return node ? [{ ...node, id }] : []
    })
    const here = steps.filter(({ id }) => shown.boxOf.has(id))
    return loopFrames(here, [...nodes, ...inGroups])
  }, [drawLoops, steps, shown, nodes])
}

/** The boxes while some are dragged: those in the frame of a dragged group go with it. */
function placedAt(
  places: Places,
  level: DrawnLevel,
  frames: readonly StepNode[],
  nodes: StepNode[],
): StepNode[] {
  const hasFrame = [...places.keys()].some((id) => groupOfFrame(id) !== undefined)
  const going = hasFrame ? movedPlaces(places, level, frames) : new Map<string, never>()
  return nodes.map((node) => {
    const taken = going.get(node.id)
    const position = places.get(node.id) ?? (taken && level.gaps.toView(taken))
    return position ? { ...node, position } : node
  })
}

/** The lines of the level. */
function useLines({ shown, boxes }: DrawnLevel, said: SaidOfLines | undefined): LinkEdge[] {
  const definition = useDrawn()
  const types = useEditor((state) => state.types)
  const selectedLinks = useEditor((state) => state.selectedLinks)
  const { drawEdges, leadLines } = cachesOf(useEditorStore())
  return useMemo(() => {
    const all = drawEdges(definition, types, new Set(selectedLinks), said)
    const isWhole = shown.inside.size === 0 && shown.boxOf.size === definition.steps.length
    const titles = new Map(boxes.map(({ id, data }) => [id, data.title]))
    const edges = isWhole ? all : shownLines(all, shown, (box) => titles.get(box) ?? box)
    return leadLines({ nodes: boxes, edges })
  }, [drawEdges, leadLines, boxes, shown, definition, types, selectedLinks, said])
}

const noPlaces: ReadonlyMap<string, number> = new Map()

/** What a collapsed loop says of the steps that it holds: how many, and their problems. */
function ofCollapsedLoops(
  { inside }: Shown,
  own: ReturnType<typeof problemsByStep>,
  states: ReadonlyMap<string, StepState>,
) {
  const loops = [...inside].filter(([box]) => groupOfBox(box) === undefined)
  if (loops.length === 0) return { problems: own, counts: noPlaces }
  const problems = new Map(own)
  for (const [loop, ids] of loops) {
    const { errors, warnings } = totalOf([loop, ...ids], own, states)
    problems.set(loop, { errors, warnings })
  }
  return { problems, counts: new Map(loops.map(([loop, ids]) => [loop, ids.length])) }
}

/** What boxes say besides the title and the type of their step. */
function useTold(
  definition: Definition,
  types: EditorState['types'],
  states: Said['states'],
  where: string,
) {
  const words = useStepWords(definition, types)
  const asides = useContext(AsideContext)?.marks
  return useMemo(() => ({ words, asides, states, where }), [words, asides, states, where])
}

function useNodes({ problems, states, where = '' }: Said) {
  const definition = useDrawn()
  const types = useEditor((state) => state.types)
  const selection = useEditor((state) => state.selection)
  const selectedNotes = useEditor((state) => state.selectedNotes)
  const view = useView()
  const { drawNodes } = cachesOf(useEditorStore())
  const [drawGroups] = useState(createGroupCache)
  const [drawNotes] = useState(createNoteCache)
  const positions = useMemo(() => positionsOf(definition, types), [definition, types])
  const told = useTold(definition, types, states, where)
  const level = useMemo(() => {
    const shown = shownGraph(definition, view)
    const own = problemsByStep(problems)
    const { problems: summed, counts } = ofCollapsedLoops(shown, own, states)
    const steps = drawNodes({
      definition,
      types,
      positions,
      selection: new Set(selection),
      problems: summed,
      inside: counts,
      ...told,
    })
    const groups = drawGroups({ definition, shown, steps, problems: own, states })
    const notes = drawNotes(definition.notes, selectedNotes)
    const isInLoop = view.loop !== undefined
    return drawnLevel(definition, steps, groups, notes, { shown, isInLoop })
  }, [
    drawNodes,
    drawGroups,
    drawNotes,
    definition,
    types,
    positions,
    told,
    selection,
    selectedNotes,
    problems,
    states,
    view,
  ])
  // Notes first, so that steps lie above them.
  const model = useMemo(() => [...level.notes, ...level.boxes], [level])
  // During a drag the boxes differ from the model. Its end is one command, and the model is shown
  // again.
  const [dragged, setDragged] = useState<StepNode[] | null>(null)
  useGlide(model, setDragged)
  const drawn = dragged ?? model
  const [drawFrames] = useState(createFrameCache)
  const frames = useMemo(
    () => drawFrames(definition.groups, level.groupOf, model),
    [drawFrames, definition.groups, level, model],
  )
  const [drawMoving] = useState(createFrameCache)
  const nodes = useMemo(() => {
    const around = drawn === model ? frames : drawMoving(definition.groups, level.groupOf, drawn)
    return around.length === 0 ? drawn : [...around, ...drawn]
  }, [drawn, model, frames, drawMoving, definition.groups, level])
  return { nodes, model, level, frames, positions, setDragged }
}
