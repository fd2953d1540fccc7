import type { Step } from '#lib/domain/workflow/definition'
import { mapStep, titleOf, type Command } from './command.ts'

/**
 * Sets or removes the step that runs when `id` fails for good. The handler leaves the ordinary
 * flow: it follows no other step.
 */
export function setFailureHandler(id: string, handler: Step['on_failure']): Command {
  return (definition) => {
    if (!handler) {
      const next = mapStep(definition, id, ({ on_failure: _gone, ...step }) => step)
      return {
        definition: next,
        says: `${titleOf(definition, id)} has no failure handler any more.`,
      }
    }
    if (handler.step === id) return { definition, says: 'A step cannot handle its own failure.' }
    const detached = mapStep(definition, handler.step, (step) =>
      step.after.length === 0 ? step : { ...step, after: [] },
    )
    return {
      definition: mapStep(detached, id, (step) => ({ ...step, on_failure: handler })),
      says: `${titleOf(definition, handler.step)} runs when ${titleOf(definition, id)} fails.`,
    }
  }
}
