import type { Edge, Step } from './definition.ts'

/**
 * The step types that repeat the steps after their branch `each`; their other branch, `done`, goes
 * on when the loop has ended.
 */
const loopTypes = new Set(['for-each', 'while'])
/** The branch that leads into the body of a loop. */
export const bodyBranch = 'each'

export const isLoop = (step: Pick<Step, 'type'>): boolean => loopTypes.has(step.type)

/** Whether the edge leads into the body of the loop. */
export const beginsBody = (edge: Edge, loopId: string): boolean =>
  edge.step === loopId && edge.via === bodyBranch

/**
 * The steps of each loop's body by the loop's id: all steps after its branch `each`, at any
 * distance. The body of a loop inside a loop belongs to both.
 */
export function bodiesOf(steps: readonly Step[]): Map<string, Set<string>> {
  const loops = steps.filter(isLoop)
  if (loops.length === 0) return new Map()
  const followers = new Map<string, string[]>()
  const begins = new Map<string, string[]>()
  const add = (to: Map<string, string[]>, key: string, id: string): void => {
    const known = to.get(key)
    if (known) known.push(id)
    else to.set(key, [id])
  }
  for (const step of steps)
    for (const edge of step.after) {
      add(followers, edge.step, step.id)
      if (beginsBody(edge, edge.step)) add(begins, edge.step, step.id)
    }
  return new Map(
    loops.map((loop) => {
      const body = new Set(begins.get(loop.id))
      // The set grows during the iteration.
      for (const id of body) for (const follower of followers.get(id) ?? []) body.add(follower)
      return [loop.id, body]
    }),
  )
}

/** The innermost loop of each step in a loop. */
export function innermostLoops(bodies: Map<string, Set<string>>): Map<string, string> {
  const innermost = new Map<string, string>()
  for (const [loopId, body] of [...bodies].sort(([, one], [, other]) => other.size - one.size))
    for (const id of body) innermost.set(id, loopId)
  return innermost
}
