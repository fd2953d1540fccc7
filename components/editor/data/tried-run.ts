import type { TriedStep } from '#lib/contracts/workflows/tries'
import type { Definition } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops, isLoop } from '#lib/domain/workflow/loops'
import type { SeenRun, SeenTask } from './seen-run.ts'

const idOf = (stepId: string, items: number[]): string => [stepId, ...items].join(':')

const taskOf = (step: TriedStep): SeenTask => ({
  id: idOf(step.stepId, step.items),
  key: [...step.items.slice(-1), step.stepId].join(':'),
  stepId: step.stepId,
  status: step.status,
  input: step.given,
  output: step.gave,
  via: step.via,
  error: step.error,
  outputTruncated: step.tooLarge,
  answered: step.answered,
  askedOther: step.askedOther,
})

/**
 * What was tried, in the shape of a run with one child run for all items of a loop, so that it is
 * shown like one.
 */
export function triedRun({ steps }: Definition, startData: unknown, tried: TriedStep[]) {
  const loopOf = innermostLoops(bodiesOf(steps))
  const loops = steps.filter(isLoop).map(({ id }) => id)
  const within = (loop: string | undefined, place: number[]) =>
    tried.filter(
      ({ stepId, items }) =>
        loopOf.get(stepId) === loop &&
        items.length === place.length + (loop === undefined ? 0 : 1) &&
        place.every((number, index) => items[index] === number),
    )
  const runs = new Map<string, SeenRun>()
  const build = (loop: string | undefined, place: number[]): SeenRun => {
    const own = within(loop, place)
    const places = loop === undefined ? [[]] : [...numbersOf(own, place)].map((n) => [...place, n])
    const children = places.flatMap((here) =>
      loops
        .filter((id) => loopOf.get(id) === loop)
        .flatMap((id) => {
          const items = Math.max(0, ...[...numbersOf(within(id, here), here)].map((n) => n + 1))
          const taskId = idOf(id, here)
          if (items === 0) return []
          runs.set(taskId, build(id, here))
          return [{ id: taskId, taskId, from: 0, items }]
        }),
    )
    return { startData, tasks: own.map(taskOf), children }
  }
  const run = build(undefined, [])
  return {
    run,
    load: async (id: string): Promise<SeenRun> =>
      runs.get(id) ?? { ...run, tasks: [], children: [] },
  }
}

/** The numbers of the items of a loop at a place. */
const numbersOf = (steps: TriedStep[], place: number[]): Set<number> =>
  new Set(steps.flatMap(({ items }) => items[place.length] ?? []))
