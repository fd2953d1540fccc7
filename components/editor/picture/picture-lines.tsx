import { handlePlace } from '../canvas/lanes.ts'
import { arrow, LineNameText, strokeOf, type LineState } from '../drawing/line-look.tsx'
import { lineOf } from '../drawing/line.ts'
import { middleOf, roundedPath } from '../drawing/route.ts'
import { handleIds, type LinkEdge, type StepNode } from '../graph-adapter.ts'

/** A line begins and ends at the rim of a handle. */
const rim = 6

/** The corners of a connection as the canvas leads it. */
export function cornersOfEdge(edge: LinkEdge, nodes: ReadonlyMap<string, StepNode>) {
  const source = nodes.get(edge.source)
  const target = nodes.get(edge.target)
  if (!source || !target || !edge.data) return []
  const { kind, lane } = edge.data
  const out = handlePlace(source, edge.sourceHandle)
  const into = handlePlace(target, handleIds.in)
  const from = kind === 'failure' ? { x: out.x + rim, y: out.y } : { x: out.x, y: out.y + rim }
  return lineOf(kind, from, { x: into.x, y: into.y - rim }, lane)
}

const arrowOf = (failure: boolean, state: LineState | undefined): string =>
  `picture-arrow-${failure ? 'failure' : 'flow'}-${state ?? 'plain'}`

/** The heads of arrows as React Flow draws them. */
export function Arrows({ edges }: { edges: readonly LinkEdge[] }) {
  const kinds = new Map(
    edges.map(({ data }) => {
      const failure = data?.kind === 'failure'
      return [arrowOf(failure, data?.state), arrow(failure, data?.state)] as const
    }),
  )
  return (
    <defs>
      {[...kinds].map(([id, { width, height, color }]) => (
        <marker
          key={id}
          id={id}
          markerWidth={width}
          markerHeight={height}
          viewBox="-10 -10 20 20"
          markerUnits="strokeWidth"
          orient="auto-start-reverse"
        >
          <polyline
            points="-5,-4 0,0 -5,4 -5,-4"
            strokeLinecap="round"
            strokeLinejoin="round"
            style={{ stroke: color ?? undefined, fill: color ?? undefined }}
          />
        </marker>
      ))}
    </defs>
  )
}

type Props = { edge: LinkEdge; nodes: ReadonlyMap<string, StepNode> }

export function PictureLine({ edge, nodes }: Props) {
  const points = cornersOfEdge(edge, nodes)
  const failure = edge.data?.kind === 'failure'
  const middle = middleOf(points)
  return (
    <>
      <path
        d={roundedPath(points)}
        fill="none"
        style={strokeOf(failure, edge.data?.state)}
        markerEnd={`url(#${arrowOf(failure, edge.data?.state)})`}
      />
      {edge.data?.label ? (
        <foreignObject {...middle} width={1} height={1} className="overflow-visible">
          <LineNameText
            name={edge.data.label}
            failure={failure}
            transform="translate(-50%, -50%)"
          />
        </foreignObject>
      ) : null}
    </>
  )
}
