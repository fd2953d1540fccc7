import dagre from '@dagrejs/dagre'
import type { Definition } from '#lib/domain/workflow/definition'
import { linksOf } from '../graph.ts'
import { gap, heightOf, widthOf } from './sizes.ts'

/** What layout needs to know: plain data, so that it can cross into a worker. */
export type LayoutInput = {
  steps: { id: string; width: number; height: number }[]
  links: { from: string; to: string; failure: boolean }[]
}
export type Positions = Record<string, { x: number; y: number }>

/** The input of a layout; `branchesOf` answers how many branches a step has. */
export function layoutInput(
  definition: Definition,
  branchesOf: (stepId: string) => number,
): LayoutInput {
  const known = new Set(definition.steps.map((step) => step.id))
  return {
    steps: definition.steps.map(({ id }) => ({
      id,
      width: widthOf(branchesOf(id)),
      height: heightOf(branchesOf(id)),
    })),
    links: linksOf(definition)
      .filter((link) => known.has(link.from) && known.has(link.to))
      .map(({ from, to, kind }) => ({ from, to, failure: kind === 'failure' })),
  }
}

/**
 * A layout in layers from top to bottom. The handler of a failure is one layer below its step; its
 * connection weighs less, so that the ordinary ones stay straight.
 */
export function layered({ steps, links }: LayoutInput): Positions {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: gap.x, ranksep: gap.y, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of steps) graph.setNode(id, { width, height })
  links.forEach(({ from, to, failure }, index) =>
    graph.setEdge(from, to, { weight: failure ? 1 : 4 }, String(index)),
  )
  dagre.layout(graph)
  return Object.fromEntries(
    steps.map(({ id, width, height }) => {
      const box = graph.node(id) as { x: number; y: number }
      return [id, { x: Math.round(box.x - width / 2), y: Math.round(box.y - height / 2) }]
    }),
  )
}
