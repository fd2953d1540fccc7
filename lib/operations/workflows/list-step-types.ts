import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { defineOperation } from '#lib/operations/define-operation'
import { stepTypeInfos } from '#lib/steps/registry'

let known: { items: StepTypeInfo[] } | undefined

/** Lists the step types as the editor knows them. */
export const listStepTypes = defineOperation<Record<never, never>, { items: StepTypeInfo[] }>({
  name: 'listStepTypes',
  permission: 'workflows:read',
  // The same object each time, because the types belong to the program.
  async run() {
    known ??= { items: stepTypeInfos() }
    return known
  },
})
