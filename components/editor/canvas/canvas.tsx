'use client'

import '@xyflow/react/dist/style.css'
import { Background, Controls, MiniMap, ReactFlow } from '@xyflow/react'
import { useTheme } from 'next-themes'
import { useState, type KeyboardEvent } from 'react'
import { cn } from '#components/ui/cn'
import type { Problem } from '#lib/domain/workflow/problem'
import type { StepState } from '../data/step-states.ts'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { ariaLabels } from './aria-labels.ts'
import { LinkLine } from './link-edge.tsx'
import { LoopFrames } from './loop-frames.tsx'
import { ReaderMarks } from './reader-marks.tsx'
import { StepBox } from './step-node.tsx'
import { useGraph } from './use-graph.ts'
import { useLinking } from './use-linking.ts'
import { useShownSteps } from './use-shown-steps.ts'
import { useSteadyPress } from './use-steady-press.ts'
import { useStepDrop } from './use-step-drop.ts'

type Props = {
  problems: Problem[]
  /** What became of the steps in the run that was chosen. */
  states: ReadonlyMap<string, StepState>
  onConnectRequest(stepId: string): void
}

const nodeTypes = { step: StepBox }
const edgeTypes = { link: LinkLine }
/**
 * With more steps than this only the visible ones are mounted. With fewer, mounting while panning
 * costs more than it saves.
 */
const manySteps = 200

/**
 * One constant object: React Flow takes a new one for a new request, and would forget the steps
 * that a jump asked it to show.
 */
const fitAtStart = { maxZoom: 1, padding: 0.2 }

/** Pixels: small enough to hide no step of a workflow that fits on a laptop's screen. */
const miniMapSize = { width: 132, height: 96 }

/**
 * The workflow as a graph. The definition is the model: React Flow's changes become commands,
 * whether they come from a drag or from a key.
 */
export function Canvas({ problems, states, onConnectRequest }: Props) {
  const store = useEditorStore()
  const { resolvedTheme } = useTheme()
  const steps = useEditor((state) => state.definition.steps)
  const canEdit = useEditor((state) => state.readOnly === undefined)
  // An empty canvas stays where it is, so that the first step lands where it is dropped.
  const steadyPress = useSteadyPress(store)
  const [fitAtFirst] = useState(steps.length > 0)
  const graph = useGraph(problems, states)
  const linking = useLinking()
  const stepDrop = useStepDrop()
  useShownSteps()
  return (
    <div
      role="region"
      aria-label="Canvas"
      className="relative size-full"
      {...steadyPress}
      {...stepDrop}
      onKeyDown={(event) => {
        const id = focusedStep(event)
        if (!id || !isConnectKey(event)) return
        event.preventDefault()
        onConnectRequest(id)
      }}
    >
      <ReactFlow<StepNode, LinkEdge>
        {...graph}
        {...linking}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onlyRenderVisibleElements={steps.length > manySteps}
        colorMode={resolvedTheme === 'dark' ? 'dark' : 'light'}
        ariaLabelConfig={ariaLabels}
        deleteKeyCode={null}
        nodesDraggable={canEdit}
        nodesConnectable={canEdit}
        edgesReconnectable={canEdit}
        multiSelectionKeyCode={['Shift', 'Meta', 'Control']}
        selectionKeyCode="Shift"
        connectionRadius={28}
        minZoom={0.05}
        maxZoom={1.75}
        snapToGrid
        snapGrid={[8, 8]}
        fitView={fitAtFirst}
        fitViewOptions={fitAtStart}
        elevateNodesOnSelect={false}
      >
        <Background gap={24} size={1} color="var(--border)" bgColor="var(--background)" />
        <LoopFrames steps={steps} nodes={graph.nodes} />
        <Controls showInteractive={false} className="!rounded-md !border !shadow-sm" />
        {steps.length > 3 ? <Overview /> : null}
        <ReaderMarks />
      </ReactFlow>
      {steps.length === 0 ? <EmptyCanvas /> : null}
    </div>
  )
}

const focusedStep = (event: KeyboardEvent) =>
  (event.target as HTMLElement).closest('.react-flow__node')?.getAttribute('data-id')

const isConnectKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'c' && !ctrlKey && !metaKey && !altKey

function Overview() {
  return (
    <MiniMap
      pannable
      zoomable
      style={miniMapSize}
      className="!hidden !rounded-md !border sm:!block"
      nodeColor="var(--muted-foreground)"
      maskColor="color-mix(in oklab, var(--muted) 70%, transparent)"
      bgColor="var(--card)"
    />
  )
}

const emptyClass = cn(
  'max-w-sm space-y-1 rounded-lg border border-dashed bg-card/80 p-6 text-center',
)

function EmptyCanvas() {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center p-6">
      <div className={emptyClass}>
        <p className="font-semibold">Nothing here yet</p>
        <p className="text-sm text-muted-foreground">
          Choose the first step on the left: type its name and press Enter, or drag it here. The
          data that a person or a system provides at the start is defined under Workflow, on the
          right.
        </p>
      </div>
    </div>
  )
}
