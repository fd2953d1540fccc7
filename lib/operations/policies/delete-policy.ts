import { eq } from 'drizzle-orm'
import { policies } from '#db/schema/documents'
import { defineOperation } from '../define-operation.ts'
import { releaseUsers, settingOfPolicy, workflowsOfPolicy } from '../workflows/used-by.ts'
import { getPolicyOrThrow } from './find-policy.ts'

type Input = {
  policyId: string
  replaceWith?: string | undefined
  confirm?: string | undefined
}

/** Deletes a policy. Throws 404, and 409 `in_use`. */
export const deletePolicy = defineOperation<Input, void>({
  name: 'deletePolicy',
  permission: 'policies:manage',
  audit: ({ input }) => ({
    action: 'policy.deleted',
    objectKind: 'policy',
    objectId: input.policyId,
  }),
  async run({ actor, info, input: { policyId, replaceWith, confirm }, tx }) {
    await getPolicyOrThrow(tx, policyId)
    if (replaceWith !== undefined) await getPolicyOrThrow(tx, replaceWith)
    const users = await workflowsOfPolicy(tx, actor, policyId)
    const setting = settingOfPolicy(policyId)
    const what = `The policy “${policyId}”`
    const deletion = { what, setting, users, replaceWith, confirm }
    await releaseUsers(tx, { actor, info }, deletion)
    await tx.delete(policies).where(eq(policies.id, policyId))
  },
})
