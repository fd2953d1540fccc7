import type { Actor } from '#lib/auth/actor'
import { recordUse } from '#lib/auth/last-use'
import { requirePermission } from '#lib/auth/require-permission'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { asOperation } from '../define-operation.ts'
import { ownSessionView, requireSession } from './own-session.ts'

const permission = 'self:manage'

async function report(actor: Actor): Promise<OwnSession> {
  requirePermission(actor, permission)
  const now = new Date()
  const { times, ...session } = await requireSession(actor, now)
  recordUse('sessions', actor.sessionId ?? '', times.lastSeenAt, { now })
  return await ownSessionView({ ...session, times: { ...times, lastSeenAt: now } }, now)
}

/** Records that the caller did something just now, which keeps their session from locking. */
export const reportActivity = asOperation({ name: 'reportActivity', permission }, report)
