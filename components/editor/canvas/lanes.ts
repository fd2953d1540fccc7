import { handleIds, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { createBoxes, laneOf } from '../drawing/route.ts'

type Point = { x: number; y: number }

/** Where the connection leaves or enters the step. */
export function handlePlace(node: StepNode, handleId: string | null | undefined): Point {
  const handle = node.handles?.find(({ id }) => id === handleId)
  const { x, y } = node.position
  if (!handle) return { x: x + (node.width ?? 0) / 2, y: y + (node.height ?? 0) }
  return { x: x + handle.x + (handle.width ?? 0) / 2, y: y + handle.y + (handle.height ?? 0) / 2 }
}

/** The boxes and lines of a canvas. */
export type Drawn = { nodes: readonly StepNode[]; edges: readonly LinkEdge[] }

/** Whether all lines run as before: no step was moved, and the same ones are connected. */
export const isLedAlike = (before: Drawn, { nodes, edges }: Drawn): boolean =>
  before.nodes.length === nodes.length &&
  before.edges.length === edges.length &&
  nodes.every((node, index) => {
    const old = before.nodes[index]
    return (
      old === node ||
      (old?.id === node.id &&
        old.position.x === node.position.x &&
        old.position.y === node.position.y &&
        old.handles === node.handles)
    )
  }) &&
  edges.every((edge, index) => {
    const old = before.edges[index]
    return old === edge || (old?.id === edge.id && old.sourceHandle === edge.sourceHandle)
  })

/**
 * Leads the lines past the boxes. What is typed into a step moves none, so they are led anew only
 * after a change of places.
 */
export function createLanes(): (drawn: Drawn) => LinkEdge[] {
  let before: Drawn | undefined
  let lanes = new Map<string, number | undefined>()
  let cache = new WeakMap<LinkEdge, LinkEdge>()
  let last: LinkEdge[] = []
  return (drawn) => {
    if (!before || !isLedAlike(before, drawn)) {
      lanes = lanesOf(drawn)
      cache = new WeakMap()
      last = []
    }
    before = drawn
    const edges = drawn.edges.map((edge) => {
      const lane = lanes.get(edge.id)
      if (lane === undefined || !edge.data) return edge
      const known = cache.get(edge) ?? { ...edge, data: { ...edge.data, lane } }
      cache.set(edge, known)
      return known
    })
    // The same list as before spares the canvas its drawing.
    if (edges.length !== last.length || edges.some((edge, index) => edge !== last[index]))
      last = edges
    return last
  }
}

function lanesOf({ nodes, edges }: Drawn): Map<string, number | undefined> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const boxes = createBoxes(
    nodes.map(({ position, width = 0, height = 0 }) => ({ ...position, width, height })),
  )
  return new Map(
    edges.flatMap((edge) => {
      const from = byId.get(edge.source)
      const to = byId.get(edge.target)
      if (!from || !to || edge.data?.kind !== 'after') return []
      const branches = edge.sourceHandle !== handleIds.out
      const lane = laneOf(
        handlePlace(from, edge.sourceHandle),
        handlePlace(to, handleIds.in),
        boxes,
        branches,
      )
      return [[edge.id, lane] as const]
    }),
  )
}
