import { and, desc, eq, gt } from 'drizzle-orm'
import { sessions } from '#db/schema/people'
import { idleSeconds } from '#lib/auth/session-token'
import type { SessionView } from '#lib/contracts/organization/sessions'
import { defineIdentityOperation } from '#lib/operations/define-identity-operation'

/** Where the caller is signed in, last seen first. An API key has no sessions. */
export const listSessions = defineIdentityOperation<object, { items: SessionView[] }>({
  name: 'listSessions',
  permission: 'self:manage',
  async run({ actor, tx }) {
    if (actor.kind !== 'user') return { items: [] }
    const now = new Date()
    const rows = await tx
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, actor.id),
          gt(sessions.expiresAt, now),
          gt(sessions.lastSeenAt, new Date(now.getTime() - idleSeconds * 1000)),
        ),
      )
      .orderBy(desc(sessions.lastSeenAt))
      .limit(200)
    return {
      items: rows.map((row) => ({
        id: row.id,
        userAgent: row.userAgent,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        current: row.id === actor.sessionId,
      })),
    }
  },
})
