import type { Definition, Step } from '#lib/domain/workflow/definition'

/**
 * What a change answers: the new definition, what is selected after it, and what is said to screen
 * readers.
 */
export type Changed = { definition: Definition; selection?: string[]; says?: string }

/**
 * A change of the definition: pure, never mutates, answers the same definition when nothing
 * changed.
 */
export type Command = (definition: Definition) => Changed

export const mapStep = (
  definition: Definition,
  id: string,
  change: (step: Step) => Step,
): Definition => ({
  ...definition,
  steps: definition.steps.map((step) => (step.id === id ? change(step) : step)),
})

export const titleOf = (definition: Definition, id: string): string => {
  const step = definition.steps.find((one) => one.id === id)
  return step ? step.title || step.id : id
}
