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

/** A connection of the picture, without its name. */
export function PictureLine({ edge, nodes }: Props) {
  const failure = edge.data?.kind === 'failure'
  return (
    <path
      data-line
      d={roundedPath(cornersOfEdge(edge, nodes))}
      fill="none"
      style={strokeOf(failure, edge.data?.state)}
      markerEnd={`url(#${arrowOf(failure, edge.data?.state)})`}
    />
  )
}

/** The name of a connection of the picture: draw it over all lines, as the canvas does. */
export function PictureLineName({ edge, nodes }: Props) {
  if (!edge.data?.label) return null
  const { label, kind } = edge.data
  return (
    <foreignObject
      data-line-name
      {...middleOf(cornersOfEdge(edge, nodes))}
      width={1}
      height={1}
      className="overflow-visible"
    >
      <LineNameText name={label} failure={kind === 'failure'} transform="translate(-50%, -50%)" />
    </foreignObject>
  )
}
