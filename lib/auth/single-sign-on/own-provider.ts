import { and, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { ssoConnections, ssoSessions } from '#db/schema/single-sign-on'

/** The connection that a session was started by; undefined without one that is active. */
export async function findOwnProvider(
  sessionId: string,
): Promise<{ id: string; name: string } | undefined> {
  if (sessionId === '') return undefined
  const [found] = await authDb()
    .select({ id: ssoConnections.id, name: ssoConnections.name })
    .from(ssoSessions)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoSessions.connectionId))
    .where(and(eq(ssoSessions.sessionId, sessionId), eq(ssoConnections.status, 'active')))
  return found
}
