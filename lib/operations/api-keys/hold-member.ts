import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'

/**
 * Keeps a person's membership as it is until the transaction ends, so that a key that becomes
 * theirs now is among those that end when they are disabled or removed at this moment: whoever does
 * that locks the membership first, and stops the keys afterwards. Throws 403 when they have just
 * lost their access.
 */
export async function holdMember(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const [held] = await tx
    .select({ id: members.userId })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.userId, userId),
        isNull(members.disabledAt),
      ),
    )
    .for('share')
  if (!held) throw new ApiError('forbidden', 'The owner of this key is no active member any more.')
}
