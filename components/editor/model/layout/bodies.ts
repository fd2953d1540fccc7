import type { Step } from '#lib/domain/workflow/definition'
import { bodiesOf } from '#lib/domain/workflow/loops'

/** What each loop's frame holds: its body, and the steps that handle the failures in it. */
export function framedBodies(steps: readonly Step[]): Map<string, Set<string>> {
  const bodies = bodiesOf(steps)
  if (bodies.size === 0) return bodies
  const handlerOf = new Map(
    steps.flatMap(({ id, on_failure }) => (on_failure ? [[id, on_failure.step] as const] : [])),
  )
  for (const body of bodies.values())
    // The set grows during the iteration: a handler may have a handler.
    for (const id of body) {
      const handler = handlerOf.get(id)
      if (handler !== undefined) body.add(handler)
    }
  return bodies
}

/** How many loops each step is in, with its handlers; 0 is left out. */
export function loopDepths(steps: readonly Step[]): Map<string, number> {
  const depths = new Map<string, number>()
  for (const [loop, body] of framedBodies(steps))
    for (const id of body) if (id !== loop) depths.set(id, (depths.get(id) ?? 0) + 1)
  return depths
}
