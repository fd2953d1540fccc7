import type { z } from 'zod'
import { authDb } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { confirmIdentity, type Proof } from '#lib/auth/confirm-identity'
import { requirePermission } from '#lib/auth/require-permission'
import { markConfirmed } from '#lib/auth/sessions/mark-confirmed'
import type { confirmSessionSchema, OwnSession } from '#lib/contracts/organization/own-session'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { notifyPerson } from '../mails/notify-person.ts'
import { ownSessionView, requireSession } from './own-session.ts'

const permission = 'self:manage'

type Given = z.output<typeof confirmSessionSchema> & {
  /** The cookie of known-device.ts. */
  device?: string | undefined
}

/** Throws 409 when the page was made for somebody else. */
function requirePerson(actor: Actor, personId: string): void {
  if (actor.id === personId) return
  const message = 'Somebody else has signed in at this browser. Reload this page.'
  throw new ApiError('conflict', message, { reason: 'person_changed' })
}

function proofOf({ password, code, passkey }: Given): Proof {
  if (passkey !== undefined) return { passkey }
  return code === undefined ? { password: password ?? '' } : { code }
}

async function confirm(actor: Actor, given: Given, info: CallInfo = {}): Promise<OwnSession> {
  requirePermission(actor, permission)
  const { state } = await requireSession(actor, new Date())
  requirePerson(actor, given.personId)
  const by = await confirmIdentity(actor, proofOf(given), { device: given.device })
  const sessionId = actor.sessionId ?? ''
  const now = new Date()
  await authDb().transaction(async (tx) => {
    await markConfirmed(tx, { sessionId, userId: actor.id }, now)
    if (by === 'recovery-code') await notifyPerson(tx, actor.id, 'recovery-code-confirmed')
    await writeAudit(tx, actor, info, {
      action: state === 'locked' ? 'session.unlocked' : 'session.confirmed',
      objectKind: 'session',
      objectId: sessionId,
      details: { by },
    })
  })
  return await ownSessionView(await requireSession(actor, now), now)
}

/**
 * Unlocks the caller's session and confirms sensitive acts for a while. Throws 400 for a wrong
 * password, code or passkey, 409 when the page was made for somebody else, 429 after too many wrong
 * tries.
 */
export const confirmSession = asOperation({ name: 'confirmSession', permission }, confirm)
