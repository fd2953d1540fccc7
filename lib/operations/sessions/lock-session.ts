import { and, eq, isNull } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { idleFrom } from '#lib/auth/sessions/session-state'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { ownSessionView, requireSession } from './own-session.ts'

const permission = 'self:manage'

/**
 * Pages report activity once a minute, so what is recorded may be this much later than the last
 * activity. It is less than the shortest time to the lock.
 */
const reportedLateMs = 90_000

async function lock(
  actor: Actor,
  { idle = false }: { idle?: boolean | undefined },
  info: CallInfo = {},
): Promise<OwnSession> {
  requirePermission(actor, permission)
  const now = new Date()
  const session = await requireSession(actor, now)
  const isBusyElsewhere = idle && idleFrom(session.times).getTime() - reportedLateMs > now.getTime()
  const isLocked = session.times.lockedAt !== null
  // One that is locked by its age only is locked for good here: activity that is recorded late must
  // not open it again.
  if (isLocked || isBusyElsewhere) return await ownSessionView(session, now)
  await authDb().transaction(async (tx) => {
    const open = and(eq(sessions.id, actor.sessionId ?? ''), isNull(sessions.lockedAt))
    await tx.update(sessions).set({ lockedAt: now }).where(open)
    await writeAudit(tx, actor, info, {
      action: 'session.locked',
      objectKind: 'session',
      objectId: actor.sessionId ?? '',
      details: { because: idle ? 'idle' : 'asked' },
    })
  })
  return await ownSessionView({ ...session, state: 'locked' }, now)
}

/**
 * Locks the caller's session until they confirm that it is them. With `idle` only when no page of
 * the browser reported activity for so long.
 */
export const lockSession = asOperation({ name: 'lockSession', permission }, lock)
