import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import { requireBreakGlassLeft } from '#lib/auth/single-sign-on/enforcement'
import { ApiError } from '#lib/domain/api-error'

type Member = typeof members.$inferSelect

/**
 * Locks a member whose role or membership is about to change. Locks the enabled owners first, so
 * that of two owners who remove or disable each other the second one is refused. Throws 404, and 409 when the
 * organization would have no owner.
 */
export async function lockMemberToChange(
  tx: Tx,
  organizationId: string,
  id: string,
  next: string,
): Promise<Member> {
  const owners = await tx
    .select({ id: members.userId })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.role, 'owner'),
        isNull(members.disabledAt),
      ),
    )
    .orderBy(asc(members.userId))
    .for('update')
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, id)))
    .for('update')
  if (!member) throw ApiError.notFound('member', id)
  const isLastOwner = owners.length === 1 && owners[0]?.id === member.userId
  if (isLastOwner && next !== 'owner')
    throw new ApiError(
      'conflict',
      `${member.name} is the only owner. Make another member an owner first.`,
      { owners: 1 },
    )
  if (next !== 'owner') await requireBreakGlassLeft(tx, organizationId, member)
  return member
}
