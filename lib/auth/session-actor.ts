import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { authDb } from '#db/client'
import { members, sessions, users } from '#db/schema/people'
import { log } from '#lib/log'
import type { Actor } from './actor.ts'
import { idleSeconds, openSession } from './session-token.ts'

/** Last seen is written at most this often per session, in milliseconds. */
const lastSeenEveryMs = 60_000

/**
 * The person behind a session cookie, or undefined. Asked anew at every request, so that a deleted session, a disabled user and a removed
 * member are out at once and a changed role counts at once.
 */
export async function actorOfSession(token: string, now = new Date()): Promise<Actor | undefined> {
  const sessionId = await openSession(token)
  if (!sessionId) return undefined
  const [row] = await authDb()
    .select({ session: sessions, member: members })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(members, and(eq(members.userId, sessions.userId), eq(members.organizationId, sessions.organizationId)))
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - idleSeconds * 1000)),
        isNull(users.disabledAt),
      ),
    )
  if (!row) return undefined
  noteSeen(row.session.id, row.session.lastSeenAt, now)
  return {
    kind: 'user',
    id: row.member.userId,
    name: row.member.name,
    email: row.member.email,
    organizationId: row.member.organizationId,
    role: row.member.role,
    sessionId: row.session.id,
  }
}

/** Not awaited: a request does not wait for its own bookkeeping. */
function noteSeen(id: string, lastSeenAt: Date, now: Date): void {
  const before = new Date(now.getTime() - lastSeenEveryMs)
  if (lastSeenAt > before) return
  authDb()
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, before)))
    .catch((error: unknown) => log.warn({ err: error, sessionId: id }, 'the last use of a session was not written'))
}
