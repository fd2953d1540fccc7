import { authDb } from '#db/client'
import { members, sessions, users } from '#db/schema/people'
import { newActor, type Actor } from '#lib/auth/actor'
import { sealSession, sessionCookieName } from '#lib/auth/session-token'
import { newId } from '#lib/ids'

export type Person = { actor: Actor; headers: Record<string, string> }

/**
 * A signed-in member: as an actor for operations, and as the headers that their browser sends to
 * our own pages' address.
 */
export async function signedIn(
  organizationId: string,
  role: string,
  name: string,
): Promise<Person> {
  const userId = newId()
  const sessionId = newId()
  const email = `${userId}@example.com`
  await authDb().insert(users).values({ id: userId, email, name })
  await authDb().insert(members).values({ organizationId, userId, role, name, email })
  await authDb()
    .insert(sessions)
    .values({
      id: sessionId,
      userId,
      organizationId,
      confirmedAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    })
  return {
    actor: newActor({ kind: 'user', id: userId, name, email, organizationId, role, sessionId }),
    headers: {
      cookie: `${sessionCookieName()}=${await sealSession(sessionId)}`,
      origin: 'http://localhost:3000',
    },
  }
}
