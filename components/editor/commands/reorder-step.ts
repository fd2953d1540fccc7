import { titleOf, type Command } from './command.ts'

/**
 * Moves a step one place up or down among the definition's steps: the order in which parallel
 * branches are listed.
 */
export function reorderStep(id: string, by: -1 | 1): Command {
  return (definition) => {
    const index = definition.steps.findIndex((step) => step.id === id)
    const other = index + by
    const moved = definition.steps[index]
    const swapped = definition.steps[other]
    if (!moved || !swapped)
      return {
        definition,
        says: by < 0 ? 'It is the first step already.' : 'It is the last step already.',
      }
    const steps = [...definition.steps]
    steps[index] = swapped
    steps[other] = moved
    return {
      definition: { ...definition, steps },
      says: `${titleOf(definition, id)} moved ${by < 0 ? 'up' : 'down'}.`,
    }
  }
}
