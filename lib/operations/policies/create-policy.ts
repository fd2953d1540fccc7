import { policies } from '#db/schema/documents'
import type { PolicyView } from '#lib/contracts/data/policies'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getPolicyOrThrow } from './find-policy.ts'

/** Adds a policy as text. Throws 409 when the id is taken. */
export const createPolicy = defineOperation<
  { id: string; title: string; text: string },
  PolicyView
>({
  name: 'createPolicy',
  permission: 'policies:manage',
  audit: ({ output }) => ({ action: 'policy.created', objectKind: 'policy', objectId: output.id }),
  async run({ actor, input, tx }) {
    const inserted = await tx
      .insert(policies)
      .values({
        organizationId: actor.organizationId,
        id: input.id,
        title: input.title,
        text: input.text,
        updatedAt: new Date(),
      })
      .onConflictDoNothing()
      .returning({ id: policies.id })
    const policy = await getPolicyOrThrow(tx, input.id)
    if (inserted.length === 0)
      throw new ApiError(
        'conflict',
        `The id "${input.id}" is taken by the policy "${policy.title}". ` +
          'Choose another, or change that one.',
        { id: input.id },
      )
    return policy
  },
})
