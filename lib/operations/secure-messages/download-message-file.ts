import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { secureMessageFiles } from '#db/schema/secure-messages'
import type { Actor } from '#lib/auth/actor'
import { openSealedFile } from '#lib/documents/sealed-file'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import type { Download } from '../files/download-file.ts'
import { getMessageFor } from './find-message.ts'
import { loadMessageKey, openPart } from './message-key.ts'

export type Found = Omit<Download, 'content'> & { storageKey: string; key: Buffer; id: string }
type Wanted = { id: string; fileId: string }

/** A file of a message that has not ended. Throws the same 404 for one that is gone. */
export async function getMessageFile(
  tx: Tx,
  { messageId, fileId }: { messageId: string; fileId: string },
): Promise<Found & { row: typeof secureMessageFiles.$inferSelect }> {
  const [row] = await tx
    .select()
    .from(secureMessageFiles)
    .where(and(eq(secureMessageFiles.id, fileId), eq(secureMessageFiles.messageId, messageId)))
  const key = await loadMessageKey(tx, messageId)
  if (!row?.storageKey || !key) throw ApiError.notFound('file', fileId)
  const { id, mimeType, size, storageKey, sealed } = row
  const fileName = openPart<string>(key, `file:${id}`, sealed) ?? 'file'
  return { row, id, fileName, mimeType, size, storageKey, key: key.key }
}

/** Opens a file with its bytes as a stream. */
export const openFound = async ({
  storageKey,
  id,
  key,
  fileName,
  mimeType,
  size,
}: Found): Promise<Download> => ({
  fileName,
  mimeType,
  size,
  content: await openSealedFile(storageKey, { key, id }),
})

const find = defineOperation<Wanted, Found>({
  name: 'getSecureMessageFile',
  permission: 'secure-messages:read',
  audit: ({ input }) => ({
    action: 'secure-message.download',
    objectKind: 'secure-message',
    objectId: input.id,
    details: { fileId: input.fileId },
  }),
  async run({ actor, input, tx }) {
    const message = await getMessageFor(tx, actor, input.id)
    const { row, ...found } = await getMessageFile(tx, {
      messageId: message.id,
      fileId: input.fileId,
    })
    // What a recipient has uploaded is theirs until they send it.
    if (row.recipientId !== null && row.replyId === null)
      throw ApiError.notFound('file', input.fileId)
    return found
  },
})

const download = async (actor: Actor, input: Wanted, info: CallInfo = {}): Promise<Download> =>
  await openFound(await find(actor, input, info))

/** Opens a file of a message or of a reply for the sender; each download is in the audit log. */
export const downloadMessageFile = asOperation(
  { name: find.keyScope, permission: find.permission },
  download,
)
