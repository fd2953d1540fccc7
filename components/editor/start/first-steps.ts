import type { Step } from '#lib/domain/workflow/definition'

/** The steps with which a run begins. */
export function firstSteps(steps: readonly Step[]): Step[] {
  const handlers = new Set(steps.flatMap(({ on_failure: handler }) => handler?.step ?? []))
  return steps.filter(({ id, after }) => after.length === 0 && !handlers.has(id))
}
