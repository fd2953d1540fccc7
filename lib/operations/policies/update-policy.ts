import { eq } from 'drizzle-orm'
import { policies } from '#db/schema/documents'
import type { PolicyView } from '#lib/contracts/data/policies'
import { defineOperation } from '../define-operation.ts'
import { getPolicyOrThrow } from './find-policy.ts'

/**
 * Changes title or text; a typed text no longer belongs to the uploaded document.
 */
export const updatePolicy = defineOperation<
  { policyId: string; title?: string | undefined; text?: string | undefined },
  PolicyView
>({
  name: 'updatePolicy',
  permission: 'policies:manage',
  audit: ({ input, output }) => ({
    action: 'policy.changed',
    objectKind: 'policy',
    objectId: output.id,
    details: { title: input.title !== undefined, text: input.text !== undefined },
  }),
  async run({ input, tx }) {
    await getPolicyOrThrow(tx, input.policyId)
    await tx
      .update(policies)
      .set({
        updatedAt: new Date(),
        ...(input.title === undefined ? {} : { title: input.title }),
        ...(input.text === undefined ? {} : { text: input.text, fileId: null }),
      })
      .where(eq(policies.id, input.policyId))
    return await getPolicyOrThrow(tx, input.policyId)
  },
})
