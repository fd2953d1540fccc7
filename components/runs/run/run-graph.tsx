'use client'

import {
  Background,
  Controls,
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
import { useTheme } from 'next-themes'
import { memo, useEffect, useEffectEvent, useMemo } from 'react'
import type { Definition } from '#lib/domain/workflow/definition'
import type { TaskStatus } from '#lib/domain/statuses'
import { LoopFrames } from '#components/editor/canvas/loop-frames'
import { humanName } from '#lib/domain/human-name'
import { TaskStatusBadge, taskStatusLabel } from '#components/shared/display/status'
import {
  nodeHeight,
  nodeWidth,
  runGraph,
  type DrawnRun,
  type GraphEdge,
  type GraphNode,
} from './run-graph-model.ts'

type Data = {
  title: string
  type: string
  status: TaskStatus | null
  inRuns: boolean
  selected: boolean
}
type RunNode = Node<Data, 'task'>

/** The frame of a node by the status of its task; `none` for a step without a task. */
const frames: Record<TaskStatus | 'none', string> = {
  none: 'border-dashed border-input text-muted-foreground',
  'waiting-dependencies': 'border-border',
  pending: 'border-sky-500',
  running: 'border-sky-600 ring-2 ring-sky-500/30',
  suspended: 'border-amber-500',
  completed: 'border-emerald-600',
  failed: 'border-red-600',
  skipped: 'border-dashed border-input text-muted-foreground',
  cancelled: 'border-zinc-500 border-dashed',
}

const TaskNode = memo(function TaskNode({ data }: NodeProps<RunNode>) {
  return (
    <div
      style={{ width: nodeWidth, height: nodeHeight }}
      className={`flex flex-col justify-center gap-1 rounded-lg border-2 bg-card px-3 ${frames[data.status ?? 'none']} ${data.selected ? 'outline-2 outline-offset-2 outline-primary' : ''}`}
    >
      <Handle type="target" position={Position.Top} className="!opacity-0" isConnectable={false} />
      <span className="truncate text-sm font-medium">{data.title}</span>
      <span className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
        <span className="truncate">{humanName(data.type)}</span>
        {data.status ? <TaskStatusBadge status={data.status} /> : null}
        {!data.status && data.inRuns ? <span className="shrink-0">in its runs</span> : null}
      </span>
      <Handle
        type="source"
        position={Position.Bottom}
        className="!opacity-0"
        isConnectable={false}
      />
    </div>
  )
})

const nodeTypes = { task: TaskNode }

type Props = {
  definition: Definition
  run: DrawnRun
  selected: string | null
  onSelect(stepId: string): void
}

function describeStatus({ status, inRuns }: GraphNode): string {
  if (status) return taskStatusLabel(status)
  return inRuns ? 'done in the runs of its loop' : 'not used'
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
  ariaLabel: `${node.title}, ${describeStatus(node)}`,
  ariaRole: 'button',
})

/** The colour of an edge; undefined for the one of the theme. */
function colourOf({ kind, taken }: GraphEdge): string | undefined {
  if (kind === 'failure') return 'var(--destructive)'
  return taken ? 'var(--primary)' : undefined
}

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

const fitOptions = { maxZoom: 1, padding: 0.08 }
/** Below it titles of steps are too small to read. */
const readableZoom = 0.75

/**
 * Shows the whole graph, or, where that would be too small to read, the step that matters; again when
 * its place changes, as when a phone is turned.
 */
function useFitToPlace(nodes: readonly RunNode[], stepId: string | null): void {
  const { fitView, getNodesBounds, setCenter } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const show = useEffectEvent(() => {
    const bounds = getNodesBounds([...nodes])
    const margin = 1 + 2 * fitOptions.padding
    const zoom = Math.min(width / (bounds.width * margin), height / (bounds.height * margin))
    const node = nodes.find(({ id }) => id === stepId) ?? nodes[0]
    if (zoom >= readableZoom || !node) return void fitView(fitOptions)
    const { x, y } = node.position
    void setCenter(x + nodeWidth / 2, y + nodeHeight / 2, { zoom: readableZoom })
  })
  useEffect(() => {
    if (width > 0 && height > 0) show()
  }, [width, height])
}

function Graph({ definition, run, selected, onSelect }: Props) {
  const { tasks, children, loop } = run
  const { resolvedTheme } = useTheme()
  const { nodes, edges } = useMemo(() => {
    const graph = runGraph(definition, { tasks, children, loop })
    return {
      nodes: graph.nodes.map((node) => drawNode(node, node.id === selected)),
      edges: graph.edges.map(drawEdge),
    }
  }, [definition, tasks, children, loop, selected])
  useFitToPlace(nodes, selected)
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      minZoom={0.1}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      // A click, and Enter or Space on a focused node, both arrive as a selection.
      onNodesChange={(changes) => {
        for (const change of changes)
          if (change.type === 'select' && change.selected) onSelect(change.id)
      }}
      deleteKeyCode={null}
      multiSelectionKeyCode={null}
      selectionKeyCode={null}
      colorMode={resolvedTheme === 'dark' ? 'dark' : 'light'}
      className="!bg-transparent"
      aria-label="The workflow of this run"
    >
      <Background gap={20} bgColor="transparent" />
      <LoopFrames steps={definition.steps} nodes={nodes} />
      <Controls showInteractive={false} />
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
