'use client'

import '@xyflow/react/dist/style.css'
import {
  Background,
  ControlButton,
  Controls,
  ReactFlow,
  useReactFlow,
  type ReactFlowProps,
  type SnapGrid,
} from '@xyflow/react'
import { MaximizeIcon } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useEffect, useEffectEvent, useMemo, type KeyboardEvent } from 'react'
import { EmptyCanvas } from '../drawing/empty-canvas.tsx'
import { zooms } from '../drawing/zooms.ts'
import type { LinkEdge, SaidOfLines, StepNode } from '../graph-adapter.ts'
import { useStartBox } from '../start/use-start-box.ts'
import { GroupBox, GroupFrame } from '../groups/group-boxes.tsx'
import { GroupPlates } from '../groups/group-plates.tsx'
import { useCollapsing } from '../levels/use-collapsing.ts'
import { useLoopActs, useOpenBox } from '../levels/use-open-box.ts'
import { NoteBox } from '../notes/note-box.tsx'
import { useNoteKeys } from '../notes/use-note-keys.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { useDrawn } from '../use-drawn.ts'
import { AddPopup } from './add-popup.tsx'
import type { Wish } from '../picture/view-buttons.tsx'
import { viewLabels, withoutMark } from '#components/shared/drawing/view-labels'
import { ariaLabels } from './aria-labels.ts'
import { ContextMenu } from './context-menu.tsx'
import { FarCanvas } from './far-canvas.tsx'
import { LinkLine } from './link-edge.tsx'
import { LoopFrames } from './loop-frames.tsx'
import { ReaderMarks } from './reader-marks.tsx'
import { Overview } from './overview.tsx'
import { StepBox } from './step-node.tsx'
import { ThreadMarks } from './thread-marks.tsx'
import { atStart, StartBox } from './start-box.tsx'
import { useCanvasMenu } from './use-canvas-menu.ts'
import { useFirstView } from './use-first-view.ts'
import { useFarSelection, useIsFar } from './use-far-tier.ts'
import { saidOfStart, useGraph, type Said } from './use-graph.ts'
import { useKeptInSight } from './use-kept-in-sight.ts'
import { useLinking } from './use-linking.ts'
import { useReadableView } from './use-readable-view.ts'
import { useShownSteps } from './use-shown-steps.ts'
import { useSteadyPress } from './use-steady-press.ts'
import { useStepDrop } from './use-step-drop.ts'

export type CanvasProps = Said & {
  /** How the drawing is called, where it is none to change. */
  label?: string | undefined
  /**
   * The step in the middle where all of them would be too small to read (null: the first one);
   * undefined: all are in sight.
   */
  centre?: string | null | undefined
  onConnectRequest(stepId: string): void
  onTidy(): void
  /** All steps are in sight, as in the picture that stood here before. */
  onThere?(): void
  /** What the person wanted of that picture. */
  wish?: Wish | undefined
}

const nodeTypes = {
  step: StepBox,
  start: StartBox,
  note: NoteBox,
  groupFrame: GroupFrame,
  groupBox: GroupBox,
}
const edgeTypes = { link: LinkLine }
/**
 * With more steps than this only the visible ones are mounted. With fewer, mounting while panning
 * costs more than it saves.
 */
const manySteps = 200

const noEdges: LinkEdge[] = []
const severalKeys = ['Shift', 'Meta', 'Control']
const grid: SnapGrid = [8, 8]

/**
 * The workflow as a graph. The definition is the model: React Flow's changes become commands,
 * whether they come from a drag or from a key.
 */
export function Canvas(props: CanvasProps) {
  const { label = 'Canvas', onConnectRequest, onTidy } = props
  const store = useEditorStore()
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const steadyPress = useSteadyPress(store)
  const graph = useGraph(props)
  const isFar = useIsFar(graph.boxes.length)
  const far = useFarSelection(isFar, graph.boxes)
  const onOpen = useOpenBox()
  const stepDrop = useStepDrop(graph.toModel)
  const menu = useCanvasMenu(far.at, graph.toModel)
  const onNoteKey = useNoteKeys()
  // Where the steps will be, not where they glide.
  const start = useStartBox(graph.boxes)
  const places = useMemo(() => [...start.nodes, ...graph.model], [start, graph.model])
  useCollapsing(graph)
  return (
    <div
      role="region"
      aria-label={label}
      // A selection by dragging must not select the texts of the page.
      className="relative size-full select-none"
      data-editable={canEdit}
      {...steadyPress}
      {...stepDrop.palette}
      onKeyDownCapture={onNoteKey}
      onKeyDown={(event) => {
        menu.onKey(event)
        const id = focusedStep(event)
        if (!id || !isConnectKey(event)) return
        event.preventDefault()
        onConnectRequest(id)
      }}
    >
      <Flow
        graph={graph}
        start={start}
        isFar={isFar}
        lines={props.lines}
        handlers={{ ...far.handlers, ...stepDrop.steps, ...menu.handlers, ...onOpen }}
      />
      <EmptyCanvas />
      <FirstView
        places={places}
        around={graph.boxes.length > 0 ? [...start.nodes, ...graph.nodes] : []}
        centre={props.centre}
        onThere={props.onThere}
        wish={props.wish}
      />
      <AddPopup />
      <ContextMenu onConnectRequest={onConnectRequest} tidy={onTidy} />
    </div>
  )
}

type FlowProps = {
  graph: ReturnType<typeof useGraph>
  start: ReturnType<typeof useStartBox>
  isFar: boolean
  lines: SaidOfLines | undefined
  handlers: Partial<ReactFlowProps<StepNode, LinkEdge>>
}

function Flow({ graph, start, isFar, lines, handlers }: FlowProps) {
  const { nodes: stepNodes, edges: stepEdges, onNodesChange, onEdgesChange } = graph
  const nodes = useMemo(() => [...start.nodes, ...stepNodes], [start, stepNodes])
  const edges = useMemo(
    () => [...saidOfStart(start.edges, lines), ...stepEdges],
    [start, stepEdges, lines],
  )
  const { resolvedTheme } = useTheme()
  const { steps } = useDrawn()
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const linking = useLinking(graph.toModel)
  // From far only the selected steps are elements: they have the focus and can be dragged.
  const elements = useMemo(
    () => (isFar ? nodes.filter(({ selected }) => selected) : nodes),
    [isFar, nodes],
  )
  return (
    <ReactFlow<StepNode, LinkEdge>
      nodes={elements}
      edges={isFar ? noEdges : edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      {...linking}
      {...handlers}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onlyRenderVisibleElements={steps.length > manySteps}
      colorMode={resolvedTheme === 'dark' ? 'dark' : 'light'}
      ariaLabelConfig={ariaLabels}
      proOptions={withoutMark}
      deleteKeyCode={null}
      nodesDraggable={canEdit}
      nodesConnectable={canEdit}
      edgesReconnectable={canEdit}
      multiSelectionKeyCode={severalKeys}
      selectionKeyCode="Shift"
      connectionRadius={28}
      panOnScroll
      // Where boxes cannot be dragged it would keep the double click that opens a level.
      zoomOnDoubleClick={canEdit}
      minZoom={zooms.least}
      maxZoom={zooms.most}
      snapToGrid
      snapGrid={grid}
      elevateNodesOnSelect={false}
    >
      <Background gap={24} size={1} color="var(--border)" bgColor="var(--background)" />
      {isFar ? (
        <FarCanvas nodes={nodes} edges={edges} loops={graph.loops} />
      ) : (
        <Frames graph={graph} onlyInSight={steps.length > manySteps} />
      )}
      <ViewButtons />
      {steps.length > 3 ? <Overview nodes={nodes} /> : null}
      <ReaderMarks nodes={stepNodes} />
      <ThreadMarks nodes={stepNodes} />
    </ReactFlow>
  )
}

type FramesProps = Pick<FlowProps, 'graph'> & { onlyInSight: boolean }

/** The frames of loops, and the names of groups. */
function Frames({ graph, onlyInSight }: FramesProps) {
  const acts = useLoopActs()
  return (
    <>
      <LoopFrames frames={graph.loops} onlyInSight={onlyInSight} acts={acts} />
      <GroupPlates nodes={graph.nodes} />
    </>
  )
}

type FirstProps = Pick<CanvasProps, 'centre' | 'onThere' | 'wish'> & {
  /** With the start: what can be gone to. */
  places: readonly StepNode[]
  /** What is in sight at first; nothing: the canvas stays where it is. */
  around: readonly StepNode[]
}

/** Shows all or what was asked for, and does what was wanted of the picture that stood here. */
function FirstView({ places, around, centre, onThere, wish }: FirstProps) {
  const isThere = useFirstView(around)
  useShownSteps(places, isThere)
  useReadableView(places, centre)
  useKeptInSight(places, isThere)
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const onFirst = useEffectEvent(() => {
    onThere?.()
    if (wish === 'in') void zoomIn()
    if (wish === 'out') void zoomOut()
    if (wish === 'start') void fitView(atStart)
  })
  useEffect(() => {
    if (!isThere) return
    // The view is drawn with the next frame.
    const frame = requestAnimationFrame(() => onFirst())
    return () => cancelAnimationFrame(frame)
  }, [isThere])
  return null
}

function ViewButtons() {
  const store = useEditorStore()
  const fit = viewLabels['controls.fitView.ariaLabel']
  return (
    <Controls
      showInteractive={false}
      showFitView={false}
      // At 400 % the canvas is lower than they are: the keys do the same.
      className="!rounded-md !border !shadow-sm [@media(max-height:26rem)]:!hidden"
    >
      <ControlButton aria-label={fit} title={fit} onClick={() => store.getState().show([])}>
        <MaximizeIcon aria-hidden className="!fill-none" />
      </ControlButton>
    </Controls>
  )
}

const focusedStep = (event: KeyboardEvent) =>
  (event.target as HTMLElement).closest('.react-flow__node-step')?.getAttribute('data-id')

const isConnectKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'c' && !ctrlKey && !metaKey && !altKey
