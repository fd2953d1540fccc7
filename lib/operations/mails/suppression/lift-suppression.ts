import { and, eq, isNull, sql } from 'drizzle-orm'
import { suppressedAddresses } from '#db/schema/mails'
import type { SuppressedAddress } from '#lib/contracts/runs/mails'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../../define-operation.ts'
import { suppressedAddressView } from './list-suppressed-addresses.ts'

/**
 * Lets mails go to an address again. The row stays, with who lifted it and why; a later bounce makes
 * a new one. Throws 404, also when it was lifted already.
 */
export const liftSuppression = defineOperation<{ id: string; reason: string }, SuppressedAddress>({
  name: 'liftSuppression',
  permission: 'mails:manage',
  audit: ({ input, output }) => ({
    action: 'mail_suppression.lifted',
    objectKind: 'mail_suppression',
    objectId: output.id,
    details: { reason: input.reason },
  }),
  async run({ actor, input, tx }) {
    const [lifted] = await tx
      .update(suppressedAddresses)
      .set({ liftedAt: sql`now()`, liftedBy: actor.name, liftedReason: input.reason })
      .where(and(eq(suppressedAddresses.id, input.id), isNull(suppressedAddresses.liftedAt)))
      .returning()
    if (!lifted) throw ApiError.notFound('suppressed address', input.id)
    return suppressedAddressView(lifted)
  },
})
