import type { Step } from '#lib/domain/workflow/definition'
import { mapStep, type Command } from './command.ts'

/** Sets fields of a step; undefined removes a field. */
export function changeStep(
  id: string,
  fields: { [Field in keyof Step]?: Step[Field] | undefined },
): Command {
  return (definition) => ({
    definition: mapStep(
      definition,
      id,
      (step) =>
        Object.fromEntries(
          Object.entries({ ...step, ...fields }).filter(([, value]) => value !== undefined),
        ) as Step,
    ),
  })
}
