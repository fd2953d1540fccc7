import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { newId } from '#lib/ids'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { getFileFor } from '../files/file-for.ts'
import {
  discardPrepared,
  insertMessage,
  prepareMessage,
  type NewMessage,
  type PreparedMessage,
} from './create-message.ts'

const permission = 'secure-messages:send'

const record = defineOperation<PreparedMessage, { id: string }>({
  name: 'sendSecureMessage',
  permission,
  audit: ({ input, output }) => ({
    action: 'secure-message.sent',
    objectKind: 'secure-message',
    objectId: output.id,
    details: {
      recipients: input.recipients.length,
      files: input.files.length,
      codeWays: [...new Set(input.recipients.map(({ codeWay }) => codeWay))],
    },
  }),
  async run({ actor, input, tx }) {
    const id = await insertMessage(
      tx,
      {
        organizationId: actor.organizationId,
        key: `api:${newId()}`,
        createdBy: actor.name,
        createdById: actor.personId ?? actor.id,
      },
      input,
    )
    if (!id) throw new Error('a new key was taken')
    return { id }
  },
})

async function send(
  actor: Actor,
  { fileIds, ...message }: NewMessage & { fileIds: string[] },
  info: CallInfo = {},
): Promise<{ id: string }> {
  requirePermission(actor, permission)
  const files = await inOrganization(actor.organizationId, async (tx) => {
    const found = []
    for (const id of new Set(fileIds)) found.push(await getFileFor(tx, actor, id))
    return found
  })
  const prepared = await prepareMessage(message, files)
  try {
    const sent = await record(actor, prepared, info)
    // The first request with this idempotency key made another message.
    if (sent.id !== prepared.key.messageId) await discardPrepared(prepared)
    return sent
  } catch (error) {
    await discardPrepared(prepared)
    throw error
  }
}

/**
 * Sends an encrypted mail: the links are in the outbox when it answers. The attachments are
 * encrypted copies of files that the caller may read. Throws 404 for others, 413 for larger ones.
 */
export const sendSecureMessage = asOperation({ name: record.keyScope, permission }, send)
