import type { Actor } from '#lib/auth/actor'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { endMessage, removeEnded } from './end-message.ts'
import { getMessageFor } from './find-message.ts'

const permission = 'secure-messages:send'

const end = defineOperation<{ id: string }, { storageKeys: string[] }>({
  name: 'withdrawSecureMessage',
  permission,
  audit: ({ input }) => ({
    action: 'secure-message.withdrawn',
    objectKind: 'secure-message',
    objectId: input.id,
  }),
  async run({ actor, input, tx }) {
    const message = await getMessageFor(tx, actor, input.id, { lock: true })
    return { storageKeys: await endMessage(tx, message, 'withdrawn') }
  },
})

async function withdraw(actor: Actor, input: { id: string }, info: CallInfo = {}): Promise<void> {
  const { storageKeys } = await end(actor, input, info)
  await removeEnded(storageKeys)
}

/** Ends a message at once; one that has ended stays as it is. Throws 404. */
export const withdrawSecureMessage = asOperation({ name: end.keyScope, permission }, withdraw)
