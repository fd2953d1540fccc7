import { and, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { ssoSessions } from '#db/schema/single-sign-on'
import { writeAuditEntry } from '#db/write-audit'
import { liveSession } from '../session-actor.ts'
import { markConfirmed } from './mark-confirmed.ts'

/** Who a provider has just authenticated again, not by a session that it remembered. */
type Authenticated = { connectionId: string; issuer: string; subject: string }

/**
 * Unlocks and confirms a session because its own provider has asked its person again. Answers
 * whether it did: not for a session that is over, or that was started by another provider or for
 * another person.
 */
export async function confirmByProvider(
  sessionId: string,
  { connectionId, issuer, subject }: Authenticated,
): Promise<boolean> {
  const now = new Date()
  const session = await liveSession(sessionId, now)
  if (!session) return false
  const { actor, state } = session
  return await authDb().transaction(async (tx) => {
    const [started] = await tx
      .select({ id: ssoSessions.sessionId })
      .from(ssoSessions)
      .where(
        and(
          eq(ssoSessions.sessionId, sessionId),
          eq(ssoSessions.connectionId, connectionId),
          eq(ssoSessions.issuer, issuer),
          eq(ssoSessions.subject, subject),
        ),
      )
    if (!started) return false
    await markConfirmed(tx, { sessionId, userId: actor.id }, now)
    await writeAuditEntry(tx, {
      organizationId: actor.organizationId,
      actor: { kind: 'user', id: actor.id, name: actor.name },
      action: state === 'locked' ? 'session.unlocked' : 'session.confirmed',
      objectKind: 'session',
      objectId: sessionId,
      details: { by: 'single-sign-on', connection: connectionId },
    })
    return true
  })
}
