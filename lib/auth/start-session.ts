import { and, asc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { members, sessions } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { recordBreakGlass } from './single-sign-on/enforcement.ts'
import { ownWayOfUser } from './single-sign-on/session-bounds.ts'
import { cutText } from '#lib/domain/text'
import { newId } from '#lib/ids'
import { endSessions } from './sessions/end-sessions.ts'
import { limitsOfPerson } from './sessions/limits-of-person.ts'

type From = {
  userAgent: string | null
  method: 'password' | 'password-and-factor' | 'passkey' | 'single-sign-on'
  /** The organization to start in; when omitted, the one where they worked last, or joined first. */
  organizationId?: string | undefined
  /** The browser (`browser-cookie.ts`), whose old session ends; none for programs. */
  browserId?: string | undefined
  /** Through the provider of `organizationId`; any other way may be refused there. */
  byOwnProvider?: true
  /** What is written in the same transaction, of the session with this id. */
  alongside?: (tx: Tx, sessionId: string) => Promise<void>
}

/**
 * Signs a person in: creates a session in one of their organizations. Returns its id, or undefined
 * when they belong to none. Ends the old session of the browser, and deletes expired ones of the
 * person. What was proven to sign in also confirms sensitive acts for a while.
 */
export async function startSession(userId: string, from: From): Promise<string | undefined> {
  return await authDb().transaction(async (tx) => {
    const { organizationId } = from
    const scope = organizationId ? eq(members.organizationId, organizationId) : undefined
    const own = from.byOwnProvider ? undefined : await ownWayOfUser(tx, userId)
    const open =
      own?.way === 'refused'
        ? ne(members.organizationId, own.enforcement.organizationId)
        : undefined
    const [member] = await tx
      .select()
      .from(members)
      .where(and(eq(members.userId, userId), isNull(members.disabledAt), scope, open))
      .orderBy(sql`${members.seenAt} desc nulls last`, asc(members.createdAt))
      .limit(1)
      // Waits for somebody who disables the person at this moment.
      .for('update')
    if (!member) return undefined
    const now = new Date()
    if (from.browserId)
      await endSessions(tx, eq(sessions.browserId, from.browserId), 'session.replaced')
    const isOver = lt(sessions.expiresAt, now)
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOver))
    const { hours } = await limitsOfPerson(tx, userId)
    const id = newId()
    await tx.insert(sessions).values({
      id,
      userId,
      organizationId: member.organizationId,
      userAgent: from.userAgent ? cutText(from.userAgent, 300) : null,
      browserId: from.browserId ?? null,
      createdAt: now,
      lastSeenAt: now,
      confirmedAt: now,
      expiresAt: new Date(now.getTime() + hours * 3_600_000),
    })
    await tx
      .update(members)
      .set({ seenAt: now })
      .where(and(eq(members.userId, userId), eq(members.organizationId, member.organizationId)))
    await from.alongside?.(tx, id)
    if (own?.way === 'break-glass') await recordBreakGlass(tx, own.enforcement, member)
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
