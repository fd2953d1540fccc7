import type { Definition, Step } from '#lib/domain/workflow/definition'
import { bodiesOf, innermostLoops } from '#lib/domain/workflow/loops'

/** The steps of `before` that are not there any more, or not in the same loop. */
function movedSteps(before: Definition, after: Definition): string[] {
  const loopsBefore = innermostLoops(bodiesOf(before.steps))
  const loopsAfter = innermostLoops(bodiesOf(after.steps))
  const there = new Set(after.steps.map(({ id }) => id))
  return before.steps
    .map(({ id }) => id)
    .filter((id) => !there.has(id) || loopsBefore.get(id) !== loopsAfter.get(id))
}

/**
 * Tells which steps name a step that was removed or moved: they read something else than before,
 * although nothing of them was changed. A text that only looks like the name counts as well.
 */
export function namesMoved(before: Definition, after: Definition): (step: Step) => boolean {
  const moved = movedSteps(before, after)
  if (moved.length === 0) return () => false
  // Ids are lower-case letters, digits and _, so they need no escapes.
  const pattern = new RegExp(`\\b(?:${moved.join('|')})\\b`)
  const known = new Map<Step, boolean>()
  return (step) => {
    const found = known.get(step) ?? pattern.test(JSON.stringify(step.config))
    known.set(step, found)
    return found
  }
}
