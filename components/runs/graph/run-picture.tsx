import '@xyflow/react/dist/style.css'
import { RepeatIcon } from 'lucide-react'
import { groupFrames } from '#components/editor/groups/group-geometry'
import { GroupLook } from '#components/editor/groups/group-look-at'
import { loopFrames } from '#components/editor/model/layout/loop-frames'
import {
  nodeHeight,
  nodeWidth,
  runGraph,
  type GraphEdge,
  type GraphNode,
} from './run-graph-model.ts'
import { fitOf } from './run-fit.ts'
import { colourOf, nameOf, RunNodeCard, RunStartCard, type GraphProps } from './run-node.tsx'
import { runStart, startKind } from './run-start.ts'

// Drawn as React Flow would draw it, which is loaded when somebody goes to the picture: the same
// places, curves and space around it.

const reach = 10_000
/** Pixels of a sign of a label. */
const signWidth = 5.3
const gap = 20
type Point = { x: number; y: number }

/** How far a curve goes straight on before it bends. */
const bend = (distance: number): number =>
  distance >= 0 ? distance / 2 : 0.25 * 25 * Math.sqrt(-distance)

function curve(from: Point, to: Point) {
  const off = bend(to.y - from.y)
  const out = { x: from.x, y: from.y + off }
  const back = { x: to.x, y: to.y - off }
  const middle = (axis: 'x' | 'y') =>
    (from[axis] + to[axis]) / 8 + ((out[axis] + back[axis]) * 3) / 8
  return {
    d: `M${from.x},${from.y} C${out.x},${out.y} ${back.x},${back.y} ${to.x},${to.y}`,
    at: { x: middle('x'), y: middle('y') },
  }
}

function Label({ text, at }: { text: string; at: Point }) {
  const width = text.length * signWidth
  return (
    <g className="react-flow__edge-textwrapper">
      <rect
        className="react-flow__edge-textbg"
        x={at.x - width / 2 - 2}
        y={at.y - 10}
        width={width + 4}
        height={20}
        rx={2}
      />
      <text
        className="react-flow__edge-text"
        x={at.x}
        y={at.y}
        dy="0.3em"
        textAnchor="middle"
        textLength={width}
        lengthAdjust="spacingAndGlyphs"
      >
        {text}
      </text>
    </g>
  )
}

function EdgeCurve({ edge, nodes }: { edge: GraphEdge; nodes: Map<string, GraphNode> }) {
  const source = nodes.get(edge.from)
  const target = nodes.get(edge.to)
  if (!source || !target) return null
  const from = { x: source.x + nodeWidth / 2, y: source.y + nodeHeight + 1 }
  const to = { x: target.x + nodeWidth / 2, y: target.y - 1 }
  const { d, at } = curve(from, to)
  const width = edge.taken ? 2.5 : 1.5
  const colour = colourOf(edge) ?? 'var(--xy-edge-stroke-default)'
  // The head of the arrow, as large as the line is wide; React Flow gives it one grey in all themes.
  const head = (12.5 / 20) * width
  const headColour = colourOf(edge) ?? '#b1b1b7'
  return (
    <g className="react-flow__edge">
      <g opacity={edge.taken ? 1 : 0.45}>
        <path
          d={d}
          fill="none"
          strokeWidth={width}
          style={{ stroke: colour }}
          strokeDasharray={edge.kind === 'failure' ? '6 4' : undefined}
        />
        <polyline
          points="4,-5 0,0 -4,-5 4,-5"
          strokeLinecap="round"
          strokeLinejoin="round"
          transform={`translate(${to.x},${to.y}) scale(${head})`}
          style={{ stroke: headColour, fill: headColour }}
        />
      </g>
      {edge.label ? <Label text={edge.label} at={at} /> : null}
    </g>
  )
}

type NodeProps = { node: GraphNode; selected: boolean; onSelect(stepId: string): void }

function NodeButton({ node, selected, onSelect }: NodeProps) {
  return (
    <foreignObject
      x={node.x}
      y={node.y}
      width={nodeWidth}
      height={nodeHeight}
      className="overflow-visible"
    >
      <div
        role="button"
        tabIndex={0}
        aria-label={nameOf(node)}
        data-step={node.id}
        className="cursor-pointer rounded-lg outline-none focus-visible:ring-2 focus-visible:ring-ring"
        onClick={() => onSelect(node.id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          onSelect(node.id)
        }}
      >
        <RunNodeCard {...node} selected={selected} />
      </div>
    </foreignObject>
  )
}

function Frames({ definition, nodes }: Pick<GraphProps, 'definition'> & { nodes: GraphNode[] }) {
  const boxes = nodes.map(({ id, x, y }) => ({
    id,
    position: { x, y },
    width: nodeWidth,
    height: nodeHeight,
  }))
  const groups = groupFrames(definition, boxes).map(({ id, name, colour, ...place }) => (
    <foreignObject key={`group ${id}`} {...place}>
      <GroupLook name={name} colour={colour} />
    </foreignObject>
  ))
  const loops = loopFrames(definition.steps, boxes).map((frame) => (
    <foreignObject
      key={frame.id}
      aria-hidden
      x={frame.x}
      y={frame.y}
      width={frame.width}
      height={frame.height}
    >
      <div className="flex h-full items-end rounded-xl border border-dashed border-primary/40 bg-primary/5">
        <span className="flex min-w-0 items-center gap-1 px-2.5 py-1.5 text-[11px] text-muted-foreground">
          <RepeatIcon className="size-3 shrink-0" />{' '}
          <span className="truncate">Repeated by {frame.title}</span>
        </span>
      </div>
    </foreignObject>
  ))
  return [...groups, ...loops]
}

/** The ground of dots. */
function Dots() {
  return (
    <>
      <pattern
        id="dots-of-run"
        x={-gap / 2 - 1}
        y={-gap / 2 - 1}
        width={gap}
        height={gap}
        patternUnits="userSpaceOnUse"
      >
        <circle cx={0.5} cy={0.5} r={0.5} fill="var(--xy-background-pattern-dots-color-default)" />
      </pattern>
      <rect x={-reach} y={-reach} width={2 * reach} height={2 * reach} fill="url(#dots-of-run)" />
    </>
  )
}

type Props = GraphProps & { centre: string | null }

/** The workflow of a run with the live status of each task. */
export function RunPicture({ definition, run, selected, onSelect, centre }: Props) {
  const graph = runGraph(definition, run)
  if (graph.nodes.length === 0) return null
  const start = runStart(definition, graph.nodes, run)
  const nodes = [...graph.nodes, ...start.nodes]
  const edges = [...start.edges, ...graph.edges]
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return (
    <div
      role="group"
      aria-label="The workflow of this run"
      className="react-flow @container-[size] relative size-full overflow-hidden !bg-transparent dark:[--xy-background-pattern-dots-color-default:#555]! dark:[--xy-edge-label-background-color-default:#141414]! dark:[--xy-edge-label-color-default:#f8f8f8]! dark:[--xy-edge-stroke-default:#3e3e3e]!"
    >
      <svg {...fitOf(nodes, centre)} className="absolute top-1/2 left-1/2 overflow-visible">
        <Dots />
        <Frames definition={definition} nodes={nodes} />
        {edges.map((edge) => (
          <EdgeCurve key={edge.id} edge={edge} nodes={byId} />
        ))}
        {start.nodes.map(({ id, x, y, title, note = '' }) => (
          <foreignObject key={id} x={x} y={y} width={nodeWidth} height={nodeHeight}>
            <RunStartCard title={title} note={note} kind={startKind(run)} />
          </foreignObject>
        ))}
        {graph.nodes.map((node) => (
          <NodeButton
            key={node.id}
            node={node}
            selected={node.id === selected}
            onSelect={onSelect}
          />
        ))}
      </svg>
    </div>
  )
}
