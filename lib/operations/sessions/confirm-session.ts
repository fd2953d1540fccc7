import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { authDb } from '#db/client'
import { sessions } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { confirmIdentity } from '#lib/auth/confirm-identity'
import { requirePermission } from '#lib/auth/require-permission'
import type { confirmSessionSchema, OwnSession } from '#lib/contracts/organization/own-session'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { ownSessionView, requireSession } from './own-session.ts'

const permission = 'self:manage'

/** Throws 409 when the page was made for somebody else. */
function requirePerson(actor: Actor, personId: string): void {
  if (actor.id === personId) return
  const message = 'Somebody else has signed in at this browser. Reload this page.'
  throw new ApiError('conflict', message, { reason: 'person_changed' })
}

async function confirm(
  actor: Actor,
  { personId, password, code }: z.output<typeof confirmSessionSchema>,
  info: CallInfo = {},
): Promise<OwnSession> {
  requirePermission(actor, permission)
  const { state } = await requireSession(actor, new Date())
  requirePerson(actor, personId)
  await confirmIdentity(actor, code === undefined ? { password: password ?? '' } : { code })
  const id = actor.sessionId ?? ''
  const now = new Date()
  await authDb().transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ confirmedAt: now, lastSeenAt: now, lockedAt: null })
      .where(and(eq(sessions.id, id), eq(sessions.userId, actor.id)))
    await writeAudit(tx, actor, info, {
      action: state === 'locked' ? 'session.unlocked' : 'session.confirmed',
      objectKind: 'session',
      objectId: id,
      details: { by: code === undefined ? 'password' : 'code' },
    })
  })
  return await ownSessionView(await requireSession(actor, now), now)
}

/**
 * Unlocks the caller's session and confirms sensitive acts for a while. Throws 400 for a wrong
 * password or code, 409 when the page was made for somebody else, 429 after ten wrong tries.
 */
export const confirmSession = asOperation({ name: 'confirmSession', permission }, confirm)
