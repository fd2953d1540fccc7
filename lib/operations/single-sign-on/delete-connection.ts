import { and, eq, inArray } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions, ssoConnections, ssoSessions } from '#db/schema/index'
import { defineOperation } from '../define-operation.ts'
import { requireNotEnforced } from './change-connection.ts'
import { lockConnection } from './views.ts'

/**
 * Deletes an identity provider with the identities of its people, and ends the sessions that it
 * started. Throws 404, and 409 while a domain enforces it.
 */
export const deleteSsoConnection = defineOperation<{ id: string }, { name: string }>({
  name: 'deleteSsoConnection',
  permission: 'sso:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'sso_connection.deleted',
    objectKind: 'sso_connection',
    objectId: input.id,
    details: output,
  }),
  async run({ actor, input, tx }) {
    const { id, name } = await lockConnection(tx, input.id)
    await requireNotEnforced(tx, id)
    // Before the rows that say which sessions these are; by the role that may end sessions.
    const started = authDb()
      .select({ id: ssoSessions.sessionId })
      .from(ssoSessions)
      .where(eq(ssoSessions.connectionId, id))
    const { organizationId } = actor
    await authDb()
      .delete(sessions)
      .where(and(eq(sessions.organizationId, organizationId), inArray(sessions.id, started)))
    await tx.delete(ssoConnections).where(eq(ssoConnections.id, id))
    return { name }
  },
})
