import type { SecureMessageView } from '#lib/contracts/runs/secure-messages'
import { defineOperation } from '../define-operation.ts'
import { getMessageFor } from './find-message.ts'
import { messageView } from './message-view.ts'

/** Reads an encrypted mail with its replies, of a run only for who sees the run. Throws 404. */
export const getSecureMessage = defineOperation<{ id: string }, SecureMessageView>({
  name: 'getSecureMessage',
  permission: 'secure-messages:read',
  audit: ({ output }) => ({
    action: 'secure-message.read',
    objectKind: 'secure-message',
    objectId: output.id,
  }),
  run: async ({ actor, input, tx }) => messageView(tx, await getMessageFor(tx, actor, input.id)),
})
