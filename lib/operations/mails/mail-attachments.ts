import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files, type MailAttachment } from '#db/schema/documents'
import { openFile } from '#lib/documents/file-store'
import { ApiError } from '#lib/domain/api-error'
import { isUuid } from '#lib/ids'

const megabyte = 1024 * 1024
/** Most mail servers take mails of 25 MB, and a third is lost to their encoding. */
const attachmentLimits = { files: 20, bytes: 10 * megabyte, totalBytes: 18 * megabyte }

/** With a tenth, so that a file that is just too large does not seem to fit. */
const inMegabytes = (bytes: number): string =>
  `${(Math.ceil((bytes / megabyte) * 10) / 10).toLocaleString('en-US')} MB`

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'attachments', message }], message)
}

/**
 * The files that a mail will carry. Throws 404 for an unknown file, and 400 that names what is too
 * large.
 */
export async function attachmentsOf(
  tx: Tx,
  fileIds: readonly string[],
  limits = attachmentLimits,
): Promise<MailAttachment[]> {
  const ids = [...new Set(fileIds)]
  if (ids.length === 0) return []
  if (ids.length > limits.files) refuse(`A mail has at most ${limits.files} attachments.`)
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined) throw ApiError.notFound('file', wrong)
  const rows = await tx
    .select({ id: files.id, fileName: files.fileName, mimeType: files.mimeType, size: files.size })
    .from(files)
    .where(inArray(files.id, ids))
  const found = ids.map((id) => {
    const row = rows.find((file) => file.id === id.toLowerCase())
    if (!row) throw ApiError.notFound('file', id)
    const { id: fileId, ...rest } = row
    return { fileId, ...rest }
  })
  const large = found.find(({ size }) => size > limits.bytes)
  if (large)
    refuse(
      `“${large.fileName}” has ${inMegabytes(large.size)}; an attachment has at most ` +
        `${inMegabytes(limits.bytes)}. Send a link to an encrypted mail instead.`,
    )
  const total = found.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.totalBytes)
    refuse(
      `The attachments have ${inMegabytes(total)} together; a mail takes at most ` +
        `${inMegabytes(limits.totalBytes)}.`,
    )
  return found
}

/** As nodemailer takes it. */
type Attached = { filename: string; contentType: string; content: Readable }

/**
 * Opens the bytes of a mail's attachments; undefined when a file was deleted meanwhile, such as with
 * its run.
 */
export async function openAttachments(
  tx: Tx,
  attachments: readonly MailAttachment[],
): Promise<Attached[] | undefined> {
  if (attachments.length === 0) return []
  const rows = await tx
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(
      inArray(
        files.id,
        attachments.map(({ fileId }) => fileId),
      ),
    )
  const found = attachments.flatMap(({ fileId, fileName, mimeType }) => {
    const row = rows.find(({ id }) => id === fileId)
    return row ? [{ filename: fileName, contentType: mimeType, storageKey: row.storageKey }] : []
  })
  if (found.length < attachments.length) return undefined
  const opened: Attached[] = []
  try {
    for (const { storageKey, ...attached } of found) {
      const stream = (await openFile(storageKey)) as WebStream<Uint8Array>
      opened.push({ ...attached, content: Readable.fromWeb(stream) })
    }
    return opened
  } catch (error) {
    // One is missing in the file store: the others must not stay open until the next try.
    for (const { content } of opened) content.destroy()
    throw error
  }
}
