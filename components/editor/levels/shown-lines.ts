import type { LinkEdge } from '../graph-adapter.ts'
import { arrow, stateOfAll } from '../drawing/line-look.tsx'
import { branchHandle, handleIds } from '../graph-adapter.ts'
import { groupOfBox, type Shown } from './shown-graph.ts'

/** The branch by which a loop goes on when it has ended. */
const doneBranch = 'done'

/** By which handle a connection leaves the box that stands for its step. */
function handleOf(box: string, kind: string | undefined): string {
  if (kind === 'failure') return handleIds.failure
  return groupOfBox(box) === undefined ? branchHandle(doneBranch) : handleIds.out
}

type End = { box: string; handle: string | null | undefined }
type Drawn = { from: End; to: string; edges: LinkEdge[] }

function joined({ from, to, edges }: Drawn, nameOf: (box: string) => string): LinkEdge[] {
  const [first] = edges
  if (!first?.data) return []
  const isAsIs = from.box === first.source && to === first.target
  if (edges.length === 1 && isAsIs) return edges
  const { kind, label, way = '' } = first.data
  const ends = { source: from.box, target: to, sourceHandle: from.handle ?? null }
  const name = `from ${nameOf(from.box)} to ${nameOf(to)}`
  const state = stateOfAll(edges.map(({ data }) => data?.state))
  if (edges.length === 1) {
    const shown = from.box === first.source ? label : way
    return [{ ...first, ...ends, data: { ...first.data, label: shown } }]
  }
  return [
    {
      ...first,
      ...ends,
      id: `joined:${from.box}:${from.handle}:${to}`,
      data: { kind, label: '', way: '', merged: edges.length, state },
      selected: false,
      selectable: false,
      focusable: false,
      reconnectable: false,
      ariaRole: 'img',
      ariaLabel: `${edges.length} connections ${name}`,
      markerEnd: arrow(kind === 'failure', state),
    },
  ]
}

/**
 * The lines of a level: those into and out of a collapsed box end at it, and several of them that
 * have the same ends there are drawn once. Those within it, and those of other levels, are not.
 */
export function shownLines(
  edges: readonly LinkEdge[],
  { boxOf }: Shown,
  nameOf: (box: string) => string,
): LinkEdge[] {
  const drawn = new Map<string, Drawn>()
  for (const edge of edges) {
    const box = boxOf.get(edge.source)
    const to = boxOf.get(edge.target)
    if (box === undefined || to === undefined || box === to) continue
    const handle = box === edge.source ? edge.sourceHandle : handleOf(box, edge.data?.kind)
    const key = `${box} ${handle} ${to}`
    const same = drawn.get(key)
    if (same) same.edges.push(edge)
    else drawn.set(key, { from: { box, handle }, to, edges: [edge] })
  }
  return [...drawn.values()].flatMap((one) => joined(one, nameOf))
}
