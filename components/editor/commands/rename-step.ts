import { stepIdSchema, type Definition } from '#lib/domain/workflow/definition'
import { renameReferencesIn } from '../model/rename-references.ts'
import type { Command } from './command.ts'

/** Why a step cannot be called `to`, as a sentence; undefined when it can. */
export function renameRefusal(
  definition: Definition,
  from: string,
  to: string,
): string | undefined {
  const parsed = stepIdSchema.safeParse(to)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'That is not a valid id.'
  return from !== to && definition.steps.some((step) => step.id === to)
    ? 'Another step has this id.'
    : undefined
}

/** Gives a step another id, everywhere: connections, failure handlers, expressions and code. */
export function renameStep(from: string, to: string): Command {
  return (definition) => {
    if (from === to || renameRefusal(definition, from, to)) return { definition }
    const steps = definition.steps.map((step) => {
      const config = renameReferencesIn(step.config, from, to)
      const hook =
        step.before_complete === undefined
          ? undefined
          : renameReferencesIn(step.before_complete, from, to)
      return {
        ...step,
        id: step.id === from ? to : step.id,
        after: step.after.map((edge) => (edge.step === from ? { ...edge, step: to } : edge)),
        config,
        ...(hook === undefined ? {} : { before_complete: hook }),
        ...(step.on_failure
          ? {
              on_failure: {
                ...step.on_failure,
                step: step.on_failure.step === from ? to : step.on_failure.step,
              },
            }
          : {}),
      }
    })
    return {
      definition: { ...definition, steps },
      selection: [to],
      says: `The step’s id is now ${to}; what named it was changed too.`,
    }
  }
}
