import { eq } from 'drizzle-orm'
import { policies } from '#db/schema/documents'
import { defineOperation } from '../define-operation.ts'
import { getPolicyOrThrow } from './find-policy.ts'

export const deletePolicy = defineOperation<{ policyId: string }, void>({
  name: 'deletePolicy',
  permission: 'policies:manage',
  audit: ({ input }) => ({ action: 'policy.deleted', objectKind: 'policy', objectId: input.policyId }),
  async run({ input, tx }) {
    await getPolicyOrThrow(tx, input.policyId)
    await tx.delete(policies).where(eq(policies.id, input.policyId))
  },
})
