import type { Definition } from '#lib/domain/workflow/definition'
import { branchNames } from '#lib/domain/workflow/branch-names'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'

/**
 * The branch for the next step after a step: the first that no step follows; undefined when the
 * step does not branch.
 */
export function nextBranch(
  definition: Definition,
  stepId: string | undefined,
  types: ReadonlyMap<string, StepTypeInfo>,
): string | undefined {
  const before = definition.steps.find((step) => step.id === stepId)
  const branches = before ? branchNames(types.get(before.type)?.branches, before.config) : undefined
  const used = new Set(
    definition.steps.flatMap((step) =>
      step.after.filter((edge) => edge.step === stepId).map((edge) => edge.via),
    ),
  )
  return branches?.find((branch) => !used.has(branch)) ?? branches?.[0]
}
