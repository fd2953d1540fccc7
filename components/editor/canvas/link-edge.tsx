'use client'

import {
  BaseEdge,
  EdgeLabelRenderer,
  getBezierPath,
  getSmoothStepPath,
  type EdgeProps,
} from '@xyflow/react'
import { memo } from 'react'
import type { LinkEdge } from '../graph-adapter.ts'

/**
 * A connection: solid for the ordinary way, dashed red to a failure's handler, with the branch's
 * name on it.
 */
export const LinkLine = memo(function LinkLine({
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  data,
  selected,
  markerEnd,
}: EdgeProps<LinkEdge>) {
  const failure = data?.kind === 'failure'
  const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }
  const [path, x, y] = failure
    ? getSmoothStepPath({ ...ends, borderRadius: 12, offset: 24 })
    : getBezierPath(ends)
  const color = selected
    ? 'var(--primary)'
    : failure
      ? 'var(--destructive)'
      : 'var(--muted-foreground)'
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={24}
        style={{
          stroke: color,
          strokeWidth: selected ? 2.5 : 1.5,
          strokeDasharray: failure ? '6 4' : undefined,
        }}
        {...(markerEnd ? { markerEnd } : {})}
      />
      {data?.label ? (
        <EdgeLabelRenderer>
          <span
            className={`pointer-events-none absolute rounded-full border bg-background px-1.5 py-px text-[11px] ${failure ? 'border-destructive/50 text-destructive' : 'text-muted-foreground'}`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            aria-hidden
          >
            {data.label}
          </span>
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
})
