import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/people'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'

/** Signs the caller out everywhere, the present browser included. */
export const endAllSessions = defineIdentityOperation<object, { ended: number }>({
  name: 'endAllSessions',
  permission: 'self:manage',
  audit: ({ actor, output }) => ({
    action: 'session.all_ended',
    objectKind: 'user',
    objectId: actor.id,
    details: output,
  }),
  async run({ actor, tx }) {
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.userId, actor.id))
      .returning({ id: sessions.id })
    return { ended: ended.length }
  },
})
