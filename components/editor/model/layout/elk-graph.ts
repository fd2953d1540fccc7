import type { ElkExtendedEdge, ElkNode, ElkPort } from 'elkjs/lib/elk-api'
import { containersOf, isContainer, type Item } from './containers.ts'
import type { LayoutInput, LayoutStep, Positions } from './layout.ts'
import { acyclic } from './order.ts'
import { branchShare, frameSpace, gap, groupSpace, nodeHeight } from './sizes.ts'

const root = 'workflow'
const port = (step: string, name: string | number): string => `${step} ${name}`

const spacing = {
  'elk.spacing.nodeNode': String(gap.x),
  'elk.layered.spacing.nodeNodeBetweenLayers': String(gap.y),
}
const rootOptions = {
  ...spacing,
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  // The branches of a step keep their order.
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.thoroughness': '1',
  'elk.randomSeed': '1',
}
const framed = ({ top, side, bottom }: typeof frameSpace) => ({
  ...spacing,
  'elk.padding': `[top=${top},left=${side},bottom=${bottom},right=${side}]`,
})
const frames = { body: framed(frameSpace), group: framed(groupSpace) }
const stepOptions = { 'elk.portConstraints': 'FIXED_POS' }

const portAt = (id: string, side: string, x: number, y: number): ElkPort => ({
  id,
  x,
  y,
  layoutOptions: { 'elk.port.side': side },
})

/** A step with its handles where they are drawn. */
function stepNode({ id, width, height, branches }: LayoutStep): ElkNode {
  const count = Math.max(1, branches)
  return {
    id,
    width,
    height,
    layoutOptions: stepOptions,
    ports: [
      portAt(port(id, 'in'), 'NORTH', width / 2, 0),
      ...Array.from({ length: count }, (_, index) =>
        portAt(port(id, index), 'SOUTH', width * branchShare(index, count), height),
      ),
      portAt(port(id, 'failure'), 'EAST', width, nodeHeight / 2),
    ],
  }
}

const nodeOf = (item: Item): ElkNode =>
  isContainer(item)
    ? {
        id: `${item.kind} of ${item.of}`,
        layoutOptions: frames[item.kind],
        children: item.items.map(nodeOf),
      }
    : stepNode(item)

/**
 * The workflow as a graph of ELK. The body of each loop and each group is a node that holds its
 * steps, so that no other step lies in its frame; a loop itself stands above its body.
 */
export function elkGraphOf({ steps, links }: LayoutInput): ElkNode {
  const { order } = acyclic(
    steps.map(({ id }) => id),
    links,
  )
  const byId = new Map(steps.map((step) => [step.id, step]))
  const inOrder = order.flatMap((id) => byId.get(id) ?? [])
  const edges = links.map((link, index): ElkExtendedEdge => ({
    id: `link ${index}`,
    sources: [port(link.from, link.failure ? 'failure' : link.branch)],
    targets: [port(link.to, 'in')],
  }))
  return {
    id: root,
    layoutOptions: rootOptions,
    children: containersOf(inOrder).map(nodeOf),
    edges,
  }
}

/** The places of the steps in a graph that ELK has laid out. */
export function placesOf(graph: ElkNode): Positions {
  const places: Positions = {}
  const read = (node: ElkNode, x: number, y: number): void => {
    for (const child of node.children ?? []) {
      const at = { x: x + (child.x ?? 0), y: y + (child.y ?? 0) }
      if (child.children) read(child, at.x, at.y)
      else places[child.id] = { x: Math.round(at.x), y: Math.round(at.y) }
    }
  }
  read(graph, 0, 0)
  return places
}
