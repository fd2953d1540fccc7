import { and, eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import {
  secureMessageFiles,
  secureMessageRecipients,
  secureMessageReplies,
  secureMessages,
} from '#db/schema/secure-messages'
import { readSealedFile } from '#lib/documents/sealed-file'
import { ApiError } from '#lib/domain/api-error'
import { isUuid } from '#lib/ids'
import { getFileOrThrow } from '../files/find-file.ts'
import { storeRunFile } from '../files/store-run-file.ts'
import {
  discardPrepared,
  insertMessage,
  prepareMessage,
  type NewMessage,
  type PreparedMessage,
} from './create-message.ts'
import { getMessageFile } from './download-message-file.ts'
import { loadMessageKey, openPart } from './message-key.ts'
import { insertWaiting } from './waiting.ts'

export type RunMessage = NewMessage & {
  key: string
  runId: string
  taskId: string
  fileIds: string[]
  waitFor: 'read' | 'replied' | undefined
  withdrawOnCancel: boolean
  signal: AbortSignal
}
type Sent = { messageId: string; asyncResultId: string | null }

async function findSent(tx: Tx, key: string): Promise<Sent | undefined> {
  const [found] = await tx
    .select({ messageId: secureMessages.id, asyncResultId: secureMessages.asyncResultId })
    .from(secureMessages)
    .where(eq(secureMessages.key, key))
  return found
}

/** Writes the message and what the step waits for. Undefined when another attempt was first. */
async function write(
  tx: Tx,
  organizationId: string,
  { key, runId, taskId, waitFor, withdrawOnCancel }: RunMessage,
  prepared: PreparedMessage,
): Promise<Sent | undefined> {
  const asyncResultId = waitFor ? await insertWaiting(tx, organizationId) : null
  const origin = { organizationId, key, runId, taskId, withdrawOnCancel, asyncResultId }
  const createdBy = 'a workflow'
  const wait = { waitFor: waitFor ?? null }
  const messageId = await insertMessage(tx, { ...origin, ...wait, createdBy }, prepared)
  if (messageId) return { messageId, asyncResultId }
  if (asyncResultId) await tx.delete(asyncResults).where(eq(asyncResults.id, asyncResultId))
  return undefined
}

/**
 * Sends an encrypted mail of a run; the same `key` never makes a second one. Throws 404 for an
 * unknown file.
 */
export async function sendRunMessage(organizationId: string, message: RunMessage): Promise<Sent> {
  const { key, fileIds, recipients, subject, text, validDays, signal } = message
  signal.throwIfAborted()
  const first = await inOrganization(organizationId, (tx) => findSent(tx, key))
  if (first) return first
  const files = await inOrganization(organizationId, async (tx) => {
    const found = []
    for (const id of new Set(fileIds)) {
      if (!isUuid(id)) throw ApiError.notFound('file', id)
      found.push(await getFileOrThrow(tx, id))
    }
    return found
  })
  const prepared = await prepareMessage({ recipients, subject, text, validDays }, files)
  try {
    const sent = await inOrganization(organizationId, (tx) =>
      write(tx, organizationId, message, prepared),
    )
    if (sent) return sent
  } catch (error) {
    await discardPrepared(prepared)
    throw error
  }
  await discardPrepared(prepared)
  const other = await inOrganization(organizationId, (tx) => findSent(tx, key))
  if (!other) throw new Error('a secure message with this key was not found')
  return other
}

type Asked = {
  messageId: string
  recipientId: string
  replyId: string | null
  /** For the ids of the files of the reply, which are copied into the run. */
  key: string
  runId: string
}

async function readReply(tx: Tx, { messageId, replyId }: Asked & { replyId: string }) {
  const messageKey = await loadMessageKey(tx, messageId)
  const [reply] = await tx
    .select()
    .from(secureMessageReplies)
    .where(and(eq(secureMessageReplies.id, replyId), eq(secureMessageReplies.messageId, messageId)))
  const text = openPart<string>(messageKey, `reply:${replyId}`, reply?.sealed ?? null)
  if (!reply || text === null)
    throw new ApiError('conflict', 'The secure message has ended, and its replies are deleted.', {
      messageId,
    })
  const rows = await tx
    .select({ id: secureMessageFiles.id })
    .from(secureMessageFiles)
    .where(eq(secureMessageFiles.replyId, replyId))
    .orderBy(secureMessageFiles.id)
  const files = []
  for (const { id } of rows) files.push(await getMessageFile(tx, { messageId, fileId: id }))
  return { text, at: reply.createdAt.toISOString(), files }
}

/**
 * What the recipient did, for the step that waited for it; the files of a reply become files of the
 * run, and are deleted with it. Throws 409 when the message has ended meanwhile.
 */
export async function runMessageAnswer(organizationId: string, asked: Asked) {
  const { messageId, recipientId, replyId, key, runId } = asked
  const { recipient, reply } = await inOrganization(organizationId, async (tx) => {
    const [found] = await tx
      .select()
      .from(secureMessageRecipients)
      .where(
        and(
          eq(secureMessageRecipients.id, recipientId),
          eq(secureMessageRecipients.messageId, messageId),
        ),
      )
    if (!found) throw ApiError.notFound('recipient', recipientId)
    return { recipient: found, reply: replyId && (await readReply(tx, { ...asked, replyId })) }
  })
  const read = { email: recipient.email, readAt: recipient.readAt?.toISOString() ?? null }
  if (!reply) return { ...read, reply: null }
  const files = []
  for (const file of reply.files) {
    const { sha256: _hash, ...stored } = await storeRunFile(organizationId, {
      key: `${key}:${file.id}`,
      runId,
      fileName: file.fileName,
      mimeType: file.mimeType,
      content: readSealedFile(file.storageKey, file),
      createdBy: recipient.email,
    })
    files.push(stored)
  }
  return { ...read, reply: { text: reply.text, at: reply.at, files } }
}
