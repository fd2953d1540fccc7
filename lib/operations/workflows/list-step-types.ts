import type { StepTypeInfo } from '#lib/domain/step-type-info'
import { defineOperation } from '#lib/operations/define-operation'
import { stepTypeInfos } from '#lib/steps/registry'

/** What the editor knows of the step types. */
export const listStepTypes = defineOperation<Record<never, never>, { items: StepTypeInfo[] }>({
  name: 'listStepTypes',
  permission: 'workflows:read',
  run: async () => ({ items: stepTypeInfos() }),
})
