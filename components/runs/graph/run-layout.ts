import dagre from '@dagrejs/dagre'
import type { Step } from '#lib/domain/workflow/definition'
import { nodeHeight, nodeWidth, type Places } from './run-graph-model.ts'

/** Places for steps where one has none, as layers from top to bottom. */
export function placesFor(steps: Step[]): Places | undefined {
  if (steps.every((step) => step.position)) return undefined
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 56 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const step of steps) graph.setNode(step.id, { width: nodeWidth, height: nodeHeight })
  for (const step of steps) {
    for (const edge of step.after) if (graph.hasNode(edge.step)) graph.setEdge(edge.step, step.id)
    if (step.on_failure && graph.hasNode(step.on_failure.step))
      graph.setEdge(step.id, step.on_failure.step)
  }
  dagre.layout(graph)
  return new Map(
    steps.map((step) => {
      const node = graph.node(step.id) as { x: number; y: number }
      return [step.id, { x: node.x - nodeWidth / 2, y: node.y - nodeHeight / 2 }]
    }),
  )
}
