import dagre from '@dagrejs/dagre'
import type { Definition } from '#lib/domain/definition'
import { linksOf } from './graph.ts'
import { gap, heightOf, nodeHeight, nodeWidth } from './sizes.ts'

/** What layout needs to know: plain data, so that it can cross into a worker. */
export type LayoutInput = { steps: { id: string; height: number; hangsUnder: string | null }[]; links: { from: string; to: string }[] }
export type Positions = Record<string, { x: number; y: number }>

/** A handler that leads nowhere else hangs under the first step that it watches; any other handler is laid out like a step. */
export function layoutInput(definition: Definition, branchesOf: (stepId: string) => number): LayoutInput {
  const links = linksOf(definition)
  const follows = new Set(links.map((link) => link.from))
  const owner = new Map<string, string>()
  for (const link of links) if (link.kind === 'failure' && !follows.has(link.to) && !owner.has(link.to)) owner.set(link.to, link.from)
  // An owner that hangs itself would hang in a chain; it is laid out as a step instead.
  const hangs = (id: string) => (owner.has(id) && !owner.has(owner.get(id) ?? '') ? (owner.get(id) ?? null) : null)
  const known = new Set(definition.steps.map((step) => step.id))
  return {
    steps: definition.steps.map((step) => ({ id: step.id, height: heightOf(branchesOf(step.id)), hangsUnder: hangs(step.id) })),
    links: links.filter((link) => known.has(link.from) && known.has(link.to) && hangs(link.to) === null).map(({ from, to }) => ({ from, to })),
  }
}

/** Layers from left to right. A step's hanging handlers make its box taller for the layout, so that nothing comes to lie on them. */
export function layered({ steps, links }: LayoutInput): Positions {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: gap.y, ranksep: gap.x, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  const hanging = new Map<string, string[]>()
  for (const step of steps) if (step.hangsUnder) hanging.set(step.hangsUnder, [...(hanging.get(step.hangsUnder) ?? []), step.id])
  const heights = new Map(steps.map((step) => [step.id, step.height]))
  const standing = steps.filter((step) => step.hangsUnder === null)
  for (const step of standing) {
    const below = (hanging.get(step.id) ?? []).length
    graph.setNode(step.id, { width: nodeWidth, height: step.height + below * (nodeHeight + gap.y) })
  }
  links.forEach((link, index) => graph.setEdge(link.from, link.to, {}, String(index)))
  dagre.layout(graph)

  const positions: Positions = {}
  for (const step of standing) {
    const box = graph.node(step.id) as { x: number; y: number; height: number }
    const top = box.y - box.height / 2
    positions[step.id] = { x: Math.round(box.x - nodeWidth / 2), y: Math.round(top) }
    let below = top + (heights.get(step.id) ?? nodeHeight) + gap.y
    for (const handler of hanging.get(step.id) ?? []) {
      positions[handler] = { x: Math.round(box.x - nodeWidth / 2), y: Math.round(below) }
      below += (heights.get(handler) ?? nodeHeight) + gap.y
    }
  }
  return positions
}
