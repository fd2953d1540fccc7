import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/people'
import type { SessionView } from '#lib/contracts/organization/sessions'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'
import { sessionViews } from './session-views.ts'

/** Where the caller is signed in, last used first. An API key has no sessions. */
export const listSessions = defineIdentityOperation<object, { items: SessionView[] }>({
  name: 'listSessions',
  permission: 'self:manage',
  async run({ actor, tx }) {
    if (actor.kind !== 'user') return { items: [] }
    const which = eq(sessions.userId, actor.id)
    return { items: await sessionViews(tx, { userId: actor.id, which, own: actor.sessionId }) }
  },
})
