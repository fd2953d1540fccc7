'use client'

import { Handle, Position } from '@xyflow/react'
import { StartCard } from '../start/start-card.tsx'
import { handleIds } from '../graph-adapter.ts'

/** What starts the workflow, as a box of the canvas. Its lines are no connections to change. */
export function StartBox() {
  return (
    <>
      <StartCard />
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
