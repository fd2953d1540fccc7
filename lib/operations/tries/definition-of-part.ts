import type { Definition, Step } from '#lib/domain/workflow/definition'
import { bodiesOf } from '#lib/domain/workflow/loops'
import { partToTry } from '#lib/domain/workflow/part-to-try'

export type DonePart = 'step' | 'to' | 'from'

/** What a test run of a part runs, and which of its steps take over an answer instead. */
export type PartOfDefinition = { definition: Definition; held: ReadonlySet<string> }

/** The loop that has this step in its body; undefined when there is none. */
export function loopAround({ steps }: Definition, stepId: string): Step | undefined {
  const [around] = [...bodiesOf(steps)].find(([, body]) => body.has(stepId)) ?? []
  return steps.find(({ id }) => id === around)
}

/**
 * Cuts a definition down to a part of it: a step `step` alone or all steps up to it (`to`), without
 * what follows and without what handles its failure, which the person wants to see; or, with
 * `from`, all steps, those before the step with the answers that they have.
 */
export function definitionOfPart(
  definition: Definition,
  part: DonePart,
  stepId: string,
): PartOfDefinition {
  const { wanted, held } = partToTry(definition, part, stepId)
  if (!wanted) return { definition, held }
  const withoutHandler = ({ on_failure: _handled, ...step }: Step): Step => step
  const steps = definition.steps
    .filter(({ id }) => wanted.has(id))
    .map((step) => ({
      ...(step.id === stepId ? withoutHandler(step) : step),
      after: step.after.filter((edge) => wanted.has(edge.step)),
    }))
  return { definition: { ...definition, steps }, held }
}
