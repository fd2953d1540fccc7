import type { Definition, Step } from '#lib/domain/workflow/definition'

/** The new definition, the selection after the change, and a sentence for screen readers. */
export type Changed = { definition: Definition; selection?: string[]; says?: string }

/**
 * A change of the definition. It is pure and never mutates; it returns the same definition when
 * nothing changed.
 */
export type Command = (definition: Definition) => Changed

/** The definition with one step changed. */
export const mapStep = (
  definition: Definition,
  id: string,
  change: (step: Step) => Step,
): Definition => ({
  ...definition,
  steps: definition.steps.map((step) => (step.id === id ? change(step) : step)),
})

/** The title of a step; its id when it has no title or does not exist. */
export const titleOf = (definition: Definition, id: string): string => {
  const step = definition.steps.find((one) => one.id === id)
  return step ? step.title || step.id : id
}
