import type { Definition, Step } from '#lib/domain/workflow/definition'
import { branchNames } from '#lib/domain/workflow/branch-names'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { layered, layoutInput, type Positions } from './layout.ts'

/** The names of the step's branches; none for a step that does not branch. */
export const branchesOfStep = (step: Step, types: ReadonlyMap<string, StepTypeInfo>): string[] =>
  branchNames(types.get(step.type)?.branches, step.config) ?? []

/**
 * The position of each step: its own, or, where some steps have none (imported, created over the
 * API), that of a layout of the whole workflow.
 */
export function positionsOf(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
): Positions {
  const given = definition.steps.filter((step) => step.position)
  if (given.length === definition.steps.length)
    return Object.fromEntries(given.map((step) => [step.id, step.position ?? { x: 0, y: 0 }]))
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  return layered(layoutInput(definition, (id) => branchesOfStep(byId.get(id) as Step, types)))
}
