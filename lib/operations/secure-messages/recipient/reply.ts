import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  secureMessageFiles,
  secureMessageReplies,
  secureMessageRecipients,
} from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import type { SecureFile } from '#lib/contracts/runs/secure-messages'
import { removeFile } from '#lib/documents/file-store'
import { receiveUpload, type Upload } from '#lib/documents/receive-upload'
import { putSealedFile } from '#lib/documents/sealed-file'
import { ApiError } from '#lib/domain/api-error'
import { secureMessageLimits } from '#lib/domain/secure-message-words'
import type { CallInfo } from '../../define-operation.ts'
import { loadMessageKey, sealPart, type MessageKey } from '../message-key.ts'
import { recordEvent } from '../record-event.ts'
import { endWaiting } from '../waiting.ts'
import {
  asRecipient,
  auditRecipient,
  requireReading,
  type Visit,
  type Visitor,
} from './find-recipient.ts'

async function keyOf({ tx, message }: Visit): Promise<MessageKey> {
  const key = await loadMessageKey(tx, message.id)
  if (!key) throw new Error('an open message has no key')
  return key
}

const unsentOf = (recipientId: string) =>
  and(eq(secureMessageFiles.recipientId, recipientId), isNull(secureMessageFiles.replyId))

type Sent = { fileId: string; upload: Upload }

/**
 * Receives a file for a reply, encrypted on its way to the disk. The browser chooses the id, so
 * that a repeated upload makes no second file: the first one stays. Throws 403, 409 and the errors
 * of `receiveUpload`.
 */
export async function putSecureReplyFile(
  _nobody: Actor,
  { fileId, upload, ...visitor }: Visitor & Sent,
  info: CallInfo,
): Promise<SecureFile> {
  const { fileBytes, unsentFiles } = secureMessageLimits
  const key = await asRecipient(visitor, 'write', async (visit) => {
    await requireReading(visit, visitor.shown)
    return await keyOf(visit)
  })
  const received = await receiveUpload(upload, {
    maxBytes: fileBytes,
    put: (stream, limit) => putSealedFile(stream, { key: key.key, id: fileId }, limit),
  })
  const { fileName, mimeType, size, storageKey } = received
  const record = async (visit: Visit): Promise<boolean> => {
    await requireReading(visit, visitor.shown)
    const { tx, message, recipient } = visit
    const [unsent] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(secureMessageFiles)
      .where(unsentOf(recipient.id))
    if ((unsent?.count ?? 0) >= unsentFiles)
      throw new ApiError('conflict', 'Send the files that you have uploaded first.')
    const made = await tx
      .insert(secureMessageFiles)
      .values({
        id: fileId,
        organizationId: message.organizationId,
        messageId: message.id,
        recipientId: recipient.id,
        sealed: sealPart(key, `file:${fileId}`, fileName),
        mimeType,
        size,
        storageKey,
      })
      .onConflictDoNothing()
      .returning({ id: secureMessageFiles.id })
    return made.length > 0
  }
  try {
    if (!(await asRecipient(visitor, 'read', record, info))) await removeFile(storageKey)
  } catch (error) {
    await removeFile(storageKey)
    throw error
  }
  return { id: fileId, fileName, mimeType, size }
}

type Reply = { replyId: string; text: string; fileIds: string[] }

/** Takes the uploaded files into the reply. Throws 400 for others. */
async function claimFiles({ tx, recipient }: Visit, { replyId, fileIds }: Reply): Promise<void> {
  if (fileIds.length === 0) return
  const claimed = await tx
    .update(secureMessageFiles)
    .set({ replyId })
    .where(and(unsentOf(recipient.id), inArray(secureMessageFiles.id, fileIds)))
    .returning({ id: secureMessageFiles.id })
  if (claimed.length < new Set(fileIds).size)
    throw ApiError.invalid([
      { path: 'fileIds', message: 'A file is not there any more. Upload it again.' },
    ])
}

/**
 * Sends a reply to the sender, and lets the workflow go on that waits for one. The same reply twice
 * is one. Throws 403, and 400 for an empty one.
 */
export const replyToSecureMessage = async (
  _nobody: Actor,
  { replyId, text, fileIds, ...visitor }: Visitor & Reply,
  info: CallInfo,
): Promise<{ id: string }> =>
  await asRecipient(
    visitor,
    'write',
    async (visit) => {
      await requireReading(visit, visitor.shown)
      if (text === '' && fileIds.length === 0)
        throw ApiError.invalid([{ path: 'text', message: 'Write something, or attach a file.' }])
      const { tx, message, recipient } = visit
      const { organizationId, id: messageId } = message
      const key = await keyOf(visit)
      const sealed = sealPart(key, `reply:${replyId}`, text)
      const made = await tx
        .insert(secureMessageReplies)
        .values({ id: replyId, organizationId, messageId, recipientId: recipient.id, sealed })
        .onConflictDoNothing()
        .returning({ id: secureMessageReplies.id })
      if (made.length === 0) return { id: replyId }
      await claimFiles(visit, { replyId, text, fileIds })
      await tx
        .update(secureMessageRecipients)
        .set({ repliedAt: sql`coalesce(${secureMessageRecipients.repliedAt}, now())` })
        .where(eq(secureMessageRecipients.id, recipient.id))
      await recordEvent(tx, { organizationId, messageId, recipientId: recipient.id }, 'replied')
      await endWaiting(tx, message, { event: 'replied', recipientId: recipient.id, replyId })
      await auditRecipient(visit, 'replied', { files: fileIds.length })
      return { id: replyId }
    },
    info,
  )
