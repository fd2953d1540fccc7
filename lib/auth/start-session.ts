import { and, asc, eq, lt, or } from 'drizzle-orm'
import { authDb } from '#db/client'
import { members, sessions } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { cutText } from '#lib/domain/text'
import { newId } from '#lib/ids'
import { idleSeconds, sessionSeconds } from './session-token.ts'

type From = {
  userAgent: string | null
  method: 'password' | 'single-sign-on'
  /** The organization to start in; the one that the person joined first when omitted. */
  organizationId?: string | undefined
}

/**
 * Signs a person in: creates a session in one of their organizations. Returns its id, or undefined
 * when they belong to none. Also deletes their expired sessions.
 */
export async function startSession(userId: string, from: From): Promise<string | undefined> {
  return await authDb().transaction(async (tx) => {
    const { organizationId } = from
    const scope = organizationId ? eq(members.organizationId, organizationId) : undefined
    const [member] = await tx
      .select()
      .from(members)
      .where(and(eq(members.userId, userId), scope))
      .orderBy(asc(members.createdAt))
      .limit(1)
    if (!member) return undefined
    const now = new Date()
    const over = or(
      lt(sessions.expiresAt, now),
      lt(sessions.lastSeenAt, new Date(now.getTime() - idleSeconds * 1000)),
    )
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), over))
    const id = newId()
    await tx.insert(sessions).values({
      id,
      userId,
      organizationId: member.organizationId,
      userAgent: from.userAgent ? cutText(from.userAgent, 300) : null,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
    })
    await writeAuditEntry(tx, {
      organizationId: member.organizationId,
      actor: { kind: 'user', id: userId, name: member.name },
      action: 'session.started',
      objectKind: 'session',
      objectId: id,
      details: { method: from.method },
    })
    return id
  })
}
