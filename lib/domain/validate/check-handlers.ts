import { nameOf, problemAt, type Check } from './subject.ts'

/** on_failure names an ordinary step that stands apart from the flow. */
export const checkHandlers: Check = ({ definition, graph }) =>
  definition.steps.flatMap((step) => {
    if (!step.on_failure) return []
    const handler = graph.steps.get(step.on_failure.step)
    if (step.on_failure.step === step.id)
      return [
        problemAt(
          step,
          'on_failure.step',
          'handler_of_itself',
          `${nameOf(step)} cannot handle its own failure. Choose another step.`,
        ),
      ]
    if (!handler)
      return [
        problemAt(
          step,
          'on_failure.step',
          'unknown_handler',
          `The failure of ${nameOf(step)} is handled by "${step.on_failure.step}", ` +
            'which does not exist.',
        ),
      ]
    if (handler.after.length > 0)
      return [
        problemAt(
          handler,
          'after',
          'handler_has_after',
          `${nameOf(handler)} handles the failure of ${nameOf(step)}, so it starts only then ` +
            'and may come after no step. Remove its connections, or choose another handler.',
        ),
      ]
    return []
  })

/**
 * A retry policy is refused when another attempt would always meet the same failure, so that it
 * never promises something impossible.
 */
export const checkRetries: Check = ({ definition, typeOf }) =>
  definition.steps.flatMap((step) => {
    if (!step.retry || typeOf(step)?.retryable !== false) return []
    const why = `${nameOf(step)} only computes or waits: another attempt would fail in the same way.`
    return [problemAt(step, 'retry', 'retry_without_use', `${why} Remove the retry policy.`)]
  })

/** Only screens have `priority` and `before_complete`. */
export const checkScreenFields: Check = ({ definition, typeOf }) =>
  definition.steps.flatMap((step) => {
    const info = typeOf(step)
    if (!info || info.screen) return []
    return (['priority', 'before_complete'] as const)
      .filter((field) => step[field] !== undefined)
      .map((field) =>
        problemAt(
          step,
          field,
          'screen_only_field',
          `${nameOf(step)} is no screen, so it has no ${field}. Remove it.`,
        ),
      )
  })
