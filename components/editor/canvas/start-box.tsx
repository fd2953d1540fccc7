'use client'

import { useEffect, useRef } from 'react'
import {
  Handle,
  Position,
  useReactFlow,
  useStore,
  type NodeProps,
  type ReactFlowState,
} from '@xyflow/react'
import { SmallStartCard, StartCard } from '../start/start-card.tsx'
import { EntryCard } from '../start/entry-card.tsx'
import { entryCategory, startId, startSizes } from '../start/start-box.ts'
import { handleIds, type StepNode } from '../graph-adapter.ts'
import { distanceOf } from './distance.ts'
import { wantsNoMotion } from './motion.ts'

/** The least height of what can be pressed, in pixels of the screen (WCAG 2.2, 2.5.8). */
const leastTarget = 24

/** The view in which its lines can be read and hit. */
export const atStart = { nodes: [{ id: startId }], minZoom: 1, maxZoom: 1 }

const canHitLines = ({ transform: [, , zoom] }: ReactFlowState): boolean =>
  zoom * startSizes.line >= leastTarget

/**
 * What starts the workflow, or repeats the steps of the level, as a box of the canvas. Its lines are
 * no connections to change.
 */
export function StartBox({ data }: NodeProps<StepNode>) {
  return (
    <>
      {data.category === entryCategory ? <EntryCard title={data.title} /> : <Starts />}
      <Handle
        type="source"
        id={handleIds.out}
        position={Position.Bottom}
        isConnectable={false}
        className="!size-3 !rounded-full !border-2 !border-background !bg-primary"
      />
    </>
  )
}

function Starts() {
  const isNear = useStore(canHitLines)
  const distance = useStore(distanceOf)
  const flow = useReactFlow()
  const box = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  const comeCloser = () => {
    isAsked.current = true
    void flow.fitView({ ...atStart, duration: wantsNoMotion() ? 0 : 200 })
  }
  useEffect(() => {
    // The pressed button is gone; its lines have come instead.
    if (isNear && isAsked.current) box.current?.querySelector('button')?.focus()
    isAsked.current &&= !isNear
  }, [isNear])
  return (
    <div ref={box} className="size-full">
      {isNear ? <StartCard /> : <SmallStartCard distance={distance} onPress={comeCloser} />}
    </div>
  )
}
