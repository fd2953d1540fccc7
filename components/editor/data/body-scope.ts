import type { Definition } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'
import { outputsOf, type Sample } from '../model/sample.ts'
import type { SeenRun, SeenTask } from './seen-run.ts'

/** The loops around a step, from the outside in. */
export function loopsAround({ steps }: Definition, stepId: string): string[] {
  const innermost = innermostLoops(bodiesOf(steps))
  const around: string[] = []
  for (let loop = innermost.get(stepId); loop !== undefined; loop = innermost.get(loop))
    around.unshift(loop)
  return around
}

/** A loop around a step, the item that is looked at, and how many there are. */
export type Place = { loopId: string; item: number; count: number }

/** What a step of a loop's body could read in one of its items. */
export type BodyScope = {
  places: Place[]
  steps: Sample['steps']
  tasks: SeenTask[]
  item?: unknown
}

/** The item of a loop; not there when its list was not recorded. */
function itemOf({ input }: SeenTask, index: number): { item?: unknown } {
  const { items } = (input ?? {}) as { items?: unknown }
  if (Array.isArray(items)) return index < items.length ? { item: items[index] as unknown } : {}
  return { item: index === 0 ? { index, last: null } : { index } }
}

/**
 * Follows the loops around a step into the runs that did one item each: `chosen` are the numbers of
 * the items by loop. Undefined when a loop did not come that far.
 */
export async function bodyScope(
  run: SeenRun,
  loops: string[],
  chosen: Record<string, number>,
  load: (runId: string) => Promise<SeenRun>,
): Promise<BodyScope | undefined> {
  let here = run
  let prefix = ''
  const scope: BodyScope = { places: [], steps: outputsOf(run.tasks), tasks: [] }
  for (const loopId of loops) {
    const task = here.tasks.find(({ key }) => key === `${prefix}${loopId}`)
    const children = here.children.filter(({ taskId }) => taskId === task?.id)
    const count = Math.max(0, ...children.map(({ from, items }) => from + (items ?? 0)))
    const item = Math.min(chosen[loopId] ?? 0, Math.max(0, count - 1))
    const child = children.findLast(({ from, items }) => item >= from && item < from + (items ?? 0))
    if (!task || !child) return undefined
    here = await load(child.id)
    prefix = `${item}:`
    scope.tasks = here.tasks.filter(({ key }) => key.startsWith(prefix))
    scope.places.push({ loopId, item, count })
    scope.steps = { ...scope.steps, ...outputsOf(scope.tasks) }
    delete scope.item
    Object.assign(scope, itemOf(task, item))
  }
  return scope
}
