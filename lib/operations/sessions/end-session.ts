import { and, eq } from 'drizzle-orm'
import { sessions } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'

/** Signs out one of the caller's own sessions. 404 for anybody else's. */
export const endSession = defineIdentityOperation<{ id: string }, object>({
  name: 'endSession',
  permission: 'self:manage',
  audit: ({ input }) => ({ action: 'session.ended', objectKind: 'session', objectId: input.id }),
  async run({ actor, input, tx }) {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, input.id), eq(sessions.userId, actor.id)))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw ApiError.notFound('session', input.id)
    return {}
  },
})
