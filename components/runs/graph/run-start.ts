import { firstSteps } from '#components/editor/start/first-steps'
import type { StartKind } from '#components/editor/start/starts-of'
import { formatInstant } from '#components/shared/display/format'
import type { RunPage } from '#lib/contracts/runs/runs'
import type { RunTrigger } from '#lib/domain/statuses'
import type { Definition } from '#lib/domain/workflow/definition'
import { nodeHeight, type GraphEdge, type GraphNode } from './run-graph-model.ts'

/** How a run started. */
export type RunBeginning = Pick<RunPage, 'trigger' | 'createdAt' | 'loop'>

/** The type of the box; no step has it. */
const startType = '@start'

/** What started a run, for titles, and its sign. */
const words: Record<RunTrigger, { title: string; kind: StartKind }> = {
  manual: { title: 'Started by hand', kind: 'api' },
  form: { title: 'Started by a form', kind: 'form' },
  api: { title: 'Started by the API', kind: 'api' },
  schedule: { title: 'Started by a schedule', kind: 'schedule' },
  retry: { title: 'Started as a retry', kind: 'workflow' },
  parent: { title: 'Started by another run', kind: 'workflow' },
  mail: { title: 'Started by a mail', kind: 'mail' },
  fax: { title: 'Started by a fax', kind: 'fax' },
}
const above = 56

export const startKind = ({ trigger }: RunBeginning): StartKind => words[trigger].kind

/**
 * What started the run, as a box above its first steps, and the lines to them. The run of a loop's
 * items begins within the workflow: it has none.
 */
export function runStart(
  definition: Definition,
  nodes: readonly GraphNode[],
  run: RunBeginning,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const ids = new Set(firstSteps(definition.steps).map(({ id }) => id))
  const first = nodes.filter(({ id }) => ids.has(id))
  if (first.length === 0 || run.loop) return { nodes: [], edges: [] }
  const xs = first.map(({ x }) => x)
  const node: GraphNode = {
    id: startType,
    type: startType,
    title: words[run.trigger].title,
    note: formatInstant(run.createdAt),
    status: null,
    inRuns: false,
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: Math.min(...nodes.map(({ y }) => y)) - above - nodeHeight,
  }
  const edges = first.map(({ id }): GraphEdge => ({
    id: `${startType}>${id}`,
    from: startType,
    to: id,
    label: null,
    kind: 'flow',
    taken: true,
  }))
  return { nodes: [node], edges }
}
