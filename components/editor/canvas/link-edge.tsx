'use client'

import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo, type MouseEvent } from 'react'
import { lineOf } from '../drawing/line.ts'
import { middleOf, roundedPath } from '../drawing/route.ts'
import type { LinkEdge } from '../graph-adapter.ts'
import { groupOfBox } from '../levels/shown-graph.ts'
import { lineOfEdge } from '../start/line-of-edge.ts'
import { viewOf } from '../store.ts'
import { useEditorStore } from '../store-context.ts'
import { LineNameText, strokeOf } from '../drawing/line-look.tsx'

/** A connection: solid, or dashed and red to a failure handler; in its middle a + adds a step. */
export const LinkLine = memo(function LinkLine(props: EdgeProps<LinkEdge>) {
  const { id, data, selected, markerEnd } = props
  const failure = data?.kind === 'failure'
  // Nothing can stand on several connections, on the way to a failure handler or into a group.
  const toGroup = data?.kind === 'start' && groupOfBox(props.target) !== undefined
  const takesStep = data?.merged === undefined && !failure && !toGroup
  const from = { x: props.sourceX, y: props.sourceY }
  const to = { x: props.targetX, y: props.targetY }
  const points = lineOf(data?.kind ?? 'after', from, to, data?.lane)
  const middle = middleOf(points)
  return (
    <>
      <BaseEdge
        path={roundedPath(points)}
        interactionWidth={24}
        style={{
          ...strokeOf(failure, data?.state),
          ...(selected ? { stroke: 'var(--primary)', strokeWidth: 2.5 } : {}),
        }}
        {...(markerEnd ? { markerEnd } : {})}
      />
      {takesStep ? <AddOnLine id={id} x={middle.x} y={middle.y} /> : null}
      {data?.label ? <LineName name={data.label} failure={failure} {...middle} /> : null}
    </>
  )
})

/** A + that is seen while the pointer is on the line; the context menu has the same for keys. */
function AddOnLine({ id, x, y }: { id: string; x: number; y: number }) {
  const store = useEditorStore()
  const add = (event: MouseEvent) => {
    event.stopPropagation()
    const { definition, setPopup } = store.getState()
    const link = lineOfEdge(id, definition, viewOf(store.getState()).loop)
    if (!link) return
    setPopup({
      kind: 'add',
      at: { x: event.clientX, y: event.clientY },
      place: { kind: 'line', link },
    })
  }
  return (
    <g className="canvas-plus" transform={`translate(${x} ${y})`} onClick={add} data-plus={id}>
      <circle r={12} className="fill-transparent stroke-none" />
      <circle r={9} className="fill-background stroke-primary" />
      <path d="M-4 0H4M0-4V4" className="fill-none stroke-primary" strokeWidth={1.75} />
    </g>
  )
}

function LineName({
  name,
  failure,
  x,
  y,
}: {
  name: string
  failure: boolean
  x: number
  y: number
}) {
  const transform = `translate(-50%, -50%) translate(${x}px, ${y}px)`
  return (
    <EdgeLabelRenderer>
      <LineNameText name={name} failure={failure} transform={transform} />
    </EdgeLabelRenderer>
  )
}
