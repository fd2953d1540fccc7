'use client'

import {
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { memo, useEffect, useMemo } from 'react'
import { Ground, useToLookAt } from '#components/shared/drawing/to-look-at'
import { cn } from '#components/ui/cn'
import { humanName } from '#lib/domain/human-name'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Step } from '#lib/domain/workflow/definition'
import { LoopFrames } from '../canvas/loop-frames.tsx'
import { GroupFrames } from '../groups/group-frames.tsx'
import { nodeHeight, nodeWidth } from '../model/layout/sizes.ts'
import type { ChangedGraph, Mark, MarkedLink, MarkedStep } from './changed-graph.ts'
import { markLooks } from './mark-looks.ts'

type Data = { title: string; type: string; mark: Mark; fields: number }
type DrawnStep = Node<Data, 'marked'>

function MarkLine({ mark, fields }: Pick<Data, 'mark' | 'fields'>) {
  if (mark === 'same') return null
  const { icon: Icon, word, tone } = markLooks[mark]
  return (
    <span className={cn('flex shrink-0 items-center gap-1 font-medium', tone)}>
      <Icon aria-hidden className="size-3.5" />
      {word}
      {fields > 1 ? ` (${fields})` : ''}
    </span>
  )
}

const StepBox = memo(function StepBox({ data, selected }: NodeProps<DrawnStep>) {
  const { title, type, mark, fields } = data
  return (
    <div
      style={{ width: nodeWidth, height: nodeHeight }}
      className={cn(
        'flex flex-col justify-center gap-1 rounded-lg bg-card px-3 shadow-sm',
        mark === 'same' ? 'border opacity-75' : markLooks[mark].frame,
        selected && 'outline-2 outline-offset-2 outline-primary',
      )}
    >
      <Handle type="target" position={Position.Top} className="!opacity-0" isConnectable={false} />
      <span className={cn('truncate text-sm font-medium', mark === 'removed' && 'line-through')}>
        {title}
      </span>
      <span className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
        <span className="truncate">{humanName(type)}</span>
        <MarkLine mark={mark} fields={fields} />
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

const nodeTypes = { marked: StepBox }

const wordOf = ({ mark, fields }: MarkedStep): string => {
  if (mark === 'same') return 'the same'
  const word = markLooks[mark].word.toLowerCase()
  return fields > 0 ? `${word}, ${fields === 1 ? '1 field' : `${fields} fields`}` : word
}

function drawStep(one: MarkedStep, selected: boolean): DrawnStep {
  const { id, step, mark, fields, at } = one
  const title = step.title || id
  return {
    id,
    type: 'marked',
    position: at,
    width: nodeWidth,
    height: nodeHeight,
    data: { title, type: step.type, mark, fields },
    selected,
    ariaLabel: `${title}, ${wordOf(one)}`,
    ariaRole: 'button',
  }
}

const lineColours = {
  same: undefined,
  added: 'var(--color-emerald-600)',
  removed: 'var(--destructive)',
}

/** The branch of a connection, behind the sign of its change. */
function labelOf({ mark, via, kind }: MarkedLink, from: Step | undefined): string {
  const branch = via === undefined ? '' : branchLabel(from, via)
  const name = kind === 'failure' ? 'on failure' : branch
  if (mark === 'same') return name
  return `${mark === 'added' ? '+' : '−'} ${name}`.trim()
}

function drawLink(link: MarkedLink, from: Step | undefined): Edge {
  const colour = lineColours[link.mark]
  const isDashed = link.mark === 'removed' || link.kind === 'failure'
  return {
    id: link.id,
    source: link.from,
    target: link.to,
    label: labelOf(link, from),
    focusable: false,
    markerEnd: { type: MarkerType.ArrowClosed, ...(colour ? { color: colour } : {}) },
    style: {
      strokeWidth: link.mark === 'same' ? 1.5 : 2.5,
      opacity: link.mark === 'same' ? 0.5 : 1,
      ...(colour ? { stroke: colour } : {}),
      ...(isDashed ? { strokeDasharray: '6 4' } : {}),
    },
  }
}

const fitOptions = { maxZoom: 1, padding: 0.15 }

/** Shows the step that is chosen, and what is around it. */
function useShowChosen(graph: ChangedGraph, selected: string | null): void {
  const { setCenter } = useReactFlow()
  useEffect(() => {
    const step = graph.steps.find(({ id }) => id === selected)
    if (step)
      void setCenter(step.at.x + nodeWidth / 2, step.at.y + nodeHeight / 2, {
        zoom: 0.9,
        duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200,
      })
  }, [graph, selected, setCenter])
}

type Props = { graph: ChangedGraph; selected: string | null; onSelect(id: string): void }

function Drawn({ graph, selected, onSelect }: Props) {
  const toLookAt = useToLookAt<DrawnStep>(onSelect)
  useShowChosen(graph, selected)
  const { nodes, edges } = useMemo(() => {
    const steps = new Map(graph.steps.map(({ id, step }) => [id, step]))
    return {
      nodes: graph.steps.map((step) => drawStep(step, step.id === selected)),
      edges: graph.links.map((link) => drawLink(link, steps.get(link.from))),
    }
  }, [graph, selected])
  return (
    <ReactFlow
      {...toLookAt}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={fitOptions}
      minZoom={0.05}
      onlyRenderVisibleElements
      aria-label="The workflow with its changes"
    >
      <Ground>
        <GroupFrames definition={graph.definition} nodes={nodes} />
        <LoopFrames steps={graph.definition.steps} nodes={nodes} />
      </Ground>
    </ReactFlow>
  )
}

/** Both versions of a workflow on one canvas, to look at. */
export function Drawing(props: Props) {
  return (
    <ReactFlowProvider>
      <Drawn {...props} />
    </ReactFlowProvider>
  )
}
