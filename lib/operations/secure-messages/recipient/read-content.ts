import { and, asc, eq } from 'drizzle-orm'
import { secureMessageFiles, secureMessageReplies } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import type { SecureContent } from '#lib/contracts/runs/secure-messages'
import { ApiError } from '#lib/domain/api-error'
import type { CallInfo } from '../../define-operation.ts'
import type { Download } from '../../files/download-file.ts'
import { getMessageFile, openFound } from '../download-message-file.ts'
import { loadMessageKey, openPart, type Content } from '../message-key.ts'
import { fileView } from '../message-view.ts'
import { asRecipient, auditRecipient, requireReading, type Visitor } from './find-recipient.ts'

/** Reads an opened message with one's own replies. Throws 403 when it is not open here. */
export const getSecureContent = async (
  _nobody: Actor,
  visitor: Visitor,
  info: CallInfo,
): Promise<SecureContent> =>
  await asRecipient(
    visitor,
    'read',
    async (visit) => {
      await requireReading(visit, visitor.shown)
      const { tx, message, recipient } = visit
      const key = await loadMessageKey(tx, message.id)
      const content = openPart<Content>(key, 'content', message.sealed)
      if (!content) throw new Error('an open message has no content')
      const files = await tx
        .select()
        .from(secureMessageFiles)
        .where(eq(secureMessageFiles.messageId, message.id))
        .orderBy(asc(secureMessageFiles.id))
      const replies = await tx
        .select()
        .from(secureMessageReplies)
        .where(
          and(
            eq(secureMessageReplies.messageId, message.id),
            eq(secureMessageReplies.recipientId, recipient.id),
          ),
        )
        .orderBy(asc(secureMessageReplies.createdAt))
      const filesOf = (of: (file: (typeof files)[number]) => boolean) =>
        files.filter(of).map((file) => fileView(key, file))
      return {
        ...content,
        sentAt: message.createdAt.toISOString(),
        files: filesOf(({ recipientId }) => recipientId === null),
        replies: replies.map(({ id, sealed, createdAt }) => ({
          id,
          text: openPart<string>(key, `reply:${id}`, sealed) ?? '',
          files: filesOf(({ replyId }) => replyId === id),
          createdAt: createdAt.toISOString(),
        })),
      }
    },
    info,
  )

/** Opens a file of the sender, or one's own. Throws 403, and 404 for those of other recipients. */
export async function getSecureContentFile(
  _nobody: Actor,
  { fileId, ...visitor }: Visitor & { fileId: string },
  info: CallInfo,
): Promise<Download> {
  const found = await asRecipient(
    visitor,
    'read',
    async (visit) => {
      await requireReading(visit, visitor.shown)
      const { tx, message, recipient } = visit
      const file = await getMessageFile(tx, { messageId: message.id, fileId })
      const { recipientId } = file.row
      if (recipientId !== null && recipientId !== recipient.id)
        throw ApiError.notFound('file', fileId)
      await auditRecipient(visit, 'download', { fileId })
      return file
    },
    info,
  )
  return await openFound(found)
}
