'use client'

import {
  BaseEdge,
  EdgeLabelRenderer,
  getBezierPath,
  getSmoothStepPath,
  type EdgeProps,
} from '@xyflow/react'
import { memo } from 'react'
import { cn } from '#components/ui/cn'
import type { LinkEdge } from '../graph-adapter.ts'

/** A connection with the name of its branch: solid, or dashed and red to a failure handler. */
export const LinkLine = memo(function LinkLine(props: EdgeProps<LinkEdge>) {
  const { data, selected, markerEnd } = props
  const failure = data?.kind === 'failure'
  const { path, x, y } = pathOf(props)
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={24}
        style={{
          stroke: selected ? 'var(--primary)' : colorOf(failure),
          strokeWidth: selected ? 2.5 : 1.5,
          strokeDasharray: failure ? '6 4' : undefined,
        }}
        {...(markerEnd ? { markerEnd } : {})}
      />
      {data?.label ? (
        <EdgeLabelRenderer>
          <span
            className={cn(
              'pointer-events-none absolute rounded-full border bg-background px-1.5 py-px',
              'text-[11px]',
              failure ? 'border-destructive/50 text-destructive' : 'text-muted-foreground',
            )}
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

const colorOf = (failure: boolean): string =>
  failure ? 'var(--destructive)' : 'var(--muted-foreground)'

/** The line of a connection, and the place of its label. */
function pathOf(props: EdgeProps<LinkEdge>): { path: string; x: number; y: number } {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition, data } = props
  const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }
  const [path, x, y] =
    data?.kind === 'failure'
      ? getSmoothStepPath({ ...ends, borderRadius: 12, offset: 24 })
      : getBezierPath(ends)
  return { path, x, y }
}
