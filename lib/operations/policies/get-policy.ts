import type { PolicyDetail } from '#lib/contracts/data/policies'
import { defineOperation } from '../define-operation.ts'
import { workflowsOfPolicy } from '../workflows/used-by.ts'
import { getPolicyOrThrow } from './find-policy.ts'

export const getPolicy = defineOperation<{ policyId: string }, PolicyDetail>({
  name: 'getPolicy',
  permission: 'policies:read',
  async run({ actor, input, tx }) {
    const policy = await getPolicyOrThrow(tx, input.policyId)
    return { ...policy, ...(await workflowsOfPolicy(tx, actor, policy.id)) }
  },
})
