import type { PolicyView } from '#lib/contracts/policies'
import { defineOperation } from '../define-operation.ts'
import { getPolicyOrThrow } from './find-policy.ts'

export const getPolicy = defineOperation<{ policyId: string }, PolicyView>({
  name: 'getPolicy',
  permission: 'policies:read',
  async run({ input, tx }) {
    return await getPolicyOrThrow(tx, input.policyId)
  },
})
