import type { OwnSession } from '#lib/contracts/organization/own-session'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { asOperation } from '../define-operation.ts'
import { ownSessionView, requireSession } from './own-session.ts'

const permission = 'self:manage'

async function get(actor: Actor): Promise<OwnSession> {
  requirePermission(actor, permission)
  const now = new Date()
  return await ownSessionView(await requireSession(actor, now), now)
}

/** The state of the caller's session, also while it is locked. Throws 403 for keys. */
export const getOwnSession = asOperation({ name: 'getOwnSession', permission }, get)
