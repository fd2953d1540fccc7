import { tintOfState } from '../drawing/state-looks.tsx'
import { tintOf } from '../drawing/tints.ts'
import type { LinkEdge, StepNode } from '../graph-adapter.ts'
import type { LoopFrame } from '../model/layout/loop-frames.ts'
import { cornersOfEdge } from './picture-lines.tsx'

/** The boxes of steps as one path. */
const boxesOf = (nodes: readonly StepNode[]): string =>
  areasOf(nodes.map(({ position, width = 0, height = 0 }) => ({ ...position, width, height })))

const areasOf = (
  areas: readonly { x: number; y: number; width: number; height: number }[],
): string =>
  areas.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join('')

const linesOf = (edges: readonly LinkEdge[], nodes: ReadonlyMap<string, StepNode>): string =>
  edges
    .map((edge) =>
      cornersOfEdge(edge, nodes)
        .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${Math.round(x)} ${Math.round(y)}`)
        .join(''),
    )
    .join('')

type Props = {
  nodes: readonly StepNode[]
  edges: readonly LinkEdge[]
  loops: readonly LoopFrame[]
}

/** A large workflow as it is seen from far: a few paths, however many steps there are. */
export function FarPicture({ nodes: all, edges, loops }: Props) {
  const nodes = all.filter(({ type }) => type !== 'groupFrame')
  const frames = Map.groupBy(
    all.filter(({ type }) => type === 'groupFrame'),
    ({ data }) => tintOf(data.category),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const taken = edges.filter(({ data }) => data?.state === 'taken')
  const flow = edges.filter(({ data }) => data?.kind !== 'failure' && data?.state !== 'taken')
  const failures = edges.filter(({ data }) => data?.kind === 'failure')
  const tints = Map.groupBy(nodes, ({ data }) => tintOf(data.category))
  const states = Map.groupBy(nodes, ({ data }) => tintOfState(data.ran))
  const faulty = nodes.filter(({ data }) => data.errors > 0)
  return (
    <g fill="none" className="[&>path]:[vector-effect:non-scaling-stroke]">
      <path
        d={areasOf(loops)}
        fill="var(--primary)"
        fillOpacity={0.05}
        stroke="var(--primary)"
        strokeOpacity={0.4}
        strokeDasharray="3 3"
      />
      {[...frames].map(([tint, framed]) => (
        <path key={tint} d={boxesOf(framed)} fill={tint} fillOpacity={0.12} stroke={tint} />
      ))}
      <path d={linesOf(flow, byId)} stroke="var(--muted-foreground)" />
      <path d={linesOf(taken, byId)} stroke="var(--primary)" strokeWidth={1.5} />
      <path d={linesOf(failures, byId)} stroke="var(--destructive)" strokeDasharray="6 4" />
      <path d={boxesOf(nodes)} fill="var(--card)" stroke="var(--input)" />
      {[...tints].map(([tint, tinted]) => (
        <path key={tint} d={boxesOf(tinted)} fill={tint} fillOpacity={0.22} />
      ))}
      {[...states].map(([tint, marked]) =>
        tint === undefined ? null : (
          <path key={tint} d={boxesOf(marked)} stroke={tint} strokeWidth={2.5} />
        ),
      )}
      <path d={boxesOf(faulty)} stroke="var(--destructive)" strokeWidth={2.5} />
    </g>
  )
}
