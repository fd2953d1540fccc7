import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { StepType } from './define-step.ts'
import { registeredStepTypes } from './registry.gen.ts'

/** Every step type by its `type`. */
export const stepTypes: Map<string, StepType> = new Map(
  registeredStepTypes.map((stepType) => [stepType.info.type, stepType]),
)

/** The step types as the editor and the API show them, by category and title. */
export function stepTypeInfos(): StepTypeInfo[] {
  return registeredStepTypes
    .map(({ info }) => info)
    .sort(
      (one, other) =>
        one.category.localeCompare(other.category) || one.title.localeCompare(other.title),
    )
}
