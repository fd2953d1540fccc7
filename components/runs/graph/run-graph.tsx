'use client'

import {
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { memo, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Ground, useToLookAt } from '#components/shared/drawing/to-look-at'
import type { StartKind } from '#components/editor/start/starts-of'
import { GroupFrames } from '#components/editor/groups/group-frames'
import { LoopFrames } from '#components/editor/canvas/loop-frames'
import {
  nodeHeight,
  nodeWidth,
  runGraph,
  type GraphEdge,
  type GraphNode,
} from './run-graph-model.ts'
import { margin, padding, readableZoom } from './run-fit.ts'
import {
  colourOf,
  nameOf,
  RunNodeCard,
  RunStartCard,
  type CardProps,
  type GraphProps,
} from './run-node.tsx'
import { runStart, startKind } from './run-start.ts'

/** What a person may want first of the drawing. */
export type Zoom = 'in' | 'out' | 'fit'

type StartBox = Node<{ title: string; note: string; kind: StartKind }, 'start'>
type RunNode = Node<CardProps, 'task'>
type Drawn = RunNode | StartBox

const TaskNode = memo(function TaskNode({ data }: NodeProps<RunNode>) {
  return (
    <RunNodeCard {...data}>
      <Handle type="target" position={Position.Top} className="!opacity-0" isConnectable={false} />
      <Handle
        type="source"
        position={Position.Bottom}
        className="!opacity-0"
        isConnectable={false}
      />
    </RunNodeCard>
  )
})

const StartNode = memo(function StartNode({ data }: NodeProps<StartBox>) {
  return (
    <>
      <RunStartCard {...data} />
      <Handle
        type="source"
        position={Position.Bottom}
        className="!opacity-0"
        isConnectable={false}
      />
    </>
  )
})

const nodeTypes = { task: TaskNode, start: StartNode }

type Props = GraphProps & {
  /** The step that matters where not all of them can be read. */
  centre: string | null
  /** What the person wanted of the picture that stood here before. */
  first?: Zoom | undefined
  /** It is drawn, and shows what the picture showed. */
  onThere?(): void
}

const drawNode = (node: GraphNode, selected: boolean): RunNode => ({
  id: node.id,
  type: 'task',
  position: { x: node.x, y: node.y },
  width: nodeWidth,
  height: nodeHeight,
  data: {
    title: node.title,
    type: node.type,
    status: node.status,
    inRuns: node.inRuns,
    selected,
  },
  selected,
  ariaLabel: nameOf(node),
  ariaRole: 'button',
})

const drawStart = ({ id, x, y, title, note = '' }: GraphNode, kind: StartKind): StartBox => ({
  id,
  type: 'start',
  position: { x, y },
  width: nodeWidth,
  height: nodeHeight,
  data: { title, note, kind },
  selectable: false,
  focusable: false,
})

function drawEdge(edge: GraphEdge): Edge {
  const colour = colourOf(edge)
  return {
    id: edge.id,
    source: edge.from,
    target: edge.to,
    ...(edge.label ? { label: edge.label } : {}),
    focusable: false,
    markerEnd: { type: MarkerType.ArrowClosed, ...(colour ? { color: colour } : {}) },
    style: {
      strokeWidth: edge.taken ? 2.5 : 1.5,
      opacity: edge.taken ? 1 : 0.45,
      ...(colour ? { stroke: colour } : {}),
      ...(edge.kind === 'failure' ? { strokeDasharray: '6 4' } : {}),
    },
  }
}

const fitOptions = { maxZoom: 1, padding }

type BeginProps = Pick<Props, 'centre' | 'first' | 'onThere'> & { nodes: readonly Drawn[] }

/**
 * Shows the whole graph, or, where that would be too small to read, the step that matters; again when
 * its place changes, as when a phone is turned.
 */
function useFitToPlace({ nodes, centre, first, onThere }: BeginProps): void {
  const { fitView, getNodesBounds, setCenter, zoomIn, zoomOut } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isBegun = useRef(false)
  const show = async () => {
    const bounds = getNodesBounds([...nodes])
    const zoom = Math.min(width / (bounds.width * margin), height / (bounds.height * margin))
    const node = nodes.find(({ id }) => id === centre) ?? nodes[0]
    if (zoom >= readableZoom || !node) return await fitView(fitOptions)
    const { x, y } = node.position
    return await setCenter(x + nodeWidth / 2, y + nodeHeight / 2, { zoom: readableZoom })
  }
  const onSize = useEffectEvent(async () => {
    await show()
    if (isBegun.current) return
    isBegun.current = true
    onThere?.()
    if (first === 'in') await zoomIn()
    if (first === 'out') await zoomOut()
  })
  useEffect(() => {
    if (width > 0 && height > 0) void onSize()
  }, [width, height])
}

function Graph({ definition, run, selected, onSelect, ...begin }: Props) {
  const { tasks, children, loop, trigger, createdAt } = run
  const toLookAt = useToLookAt<Drawn>(onSelect)
  const { nodes, edges } = useMemo(() => {
    const graph = runGraph(definition, { tasks, children, loop })
    const beginning = { trigger, createdAt, loop }
    const start = runStart(definition, graph.nodes, beginning)
    const steps: Drawn[] = graph.nodes.map((node) => drawNode(node, node.id === selected))
    return {
      nodes: [...steps, ...start.nodes.map((node) => drawStart(node, startKind(beginning)))],
      edges: [...start.edges, ...graph.edges].map(drawEdge),
    }
  }, [definition, tasks, children, loop, trigger, createdAt, selected])
  useFitToPlace({ nodes, ...begin })
  return (
    <ReactFlow
      {...toLookAt}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      minZoom={0.1}
      aria-label="The workflow of this run"
    >
      <Ground>
        <GroupFrames definition={definition} nodes={nodes} />
        <LoopFrames steps={definition.steps} nodes={nodes} />
      </Ground>
    </ReactFlow>
  )
}

/**
 * The workflow of a run, drawn with the live status of each task. Selecting a node shows its task.
 */
export function RunGraph(props: Props) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  )
}
