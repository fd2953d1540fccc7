import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'

type Member = typeof members.$inferSelect

/**
 * Locks a member whose role or membership is about to change. Locks the owners first, so that of
 * two owners who remove each other the second one is refused. Throws 404, and 409 when the
 * organization would have no owner.
 */
export async function lockMemberToChange(
  tx: Tx,
  organizationId: string,
  id: string,
  next: Member['role'] | 'removed',
): Promise<Member> {
  const owners = await tx
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.role, 'owner')))
    .orderBy(asc(members.userId))
    .for('update')
  const [member] = await tx
    .select()
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, id)))
    .for('update')
  if (!member) throw ApiError.notFound('member', id)
  if (member.role === 'owner' && next !== 'owner' && owners.length === 1)
    throw new ApiError(
      'conflict',
      `${member.name} is the only owner. Make another member an owner first.`,
      { owners: 1 },
    )
  return member
}
