import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { defineOperation } from '#lib/operations/define-operation'
import { stepTypeInfos } from '#lib/steps/registry'

let known: { items: StepTypeInfo[] } | undefined

/** What the editor knows of the step types. */
export const listStepTypes = defineOperation<Record<never, never>, { items: StepTypeInfo[] }>({
  name: 'listStepTypes',
  permission: 'workflows:read',
  // The same object each time: the types are those of the program.
  async run() {
    known ??= { items: stepTypeInfos() }
    return known
  },
})
