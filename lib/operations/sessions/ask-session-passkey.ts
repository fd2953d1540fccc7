import type { Actor } from '#lib/auth/actor'
import { startPasskey, type Question } from '#lib/auth/factors/passkeys'
import { requirePermission } from '#lib/auth/require-permission'
import { asOperation } from '../define-operation.ts'
import { requireSession } from './own-session.ts'

const permission = 'self:manage'

async function ask(actor: Actor): Promise<Question> {
  requirePermission(actor, permission)
  await requireSession(actor, new Date())
  return await startPasskey({ purpose: 'confirm', userId: actor.id })
}

/** What the browser needs to show one of the caller's passkeys, to unlock or to confirm. */
export const askSessionPasskey = asOperation({ name: 'askSessionPasskey', permission }, ask)
