import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { receivedMails } from '#db/schema/received-mails'
import { safeFileName } from '#lib/documents/file-name'
import { openFile, putFile, removeFile, type StoredBytes } from '#lib/documents/file-store'
import { mimeTypeOf } from '#lib/documents/mime-type'
import { checkSender, readMail, type ResolveDns } from '#lib/documents/mail/read-mail'
import type { MailContent, MailFile, MailSigns } from '#lib/domain/received-mail'
import { receivedMailLimits } from '#lib/domain/received-mail-words'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { mailDomain } from './addresses.ts'

export type ReceivedMail = typeof receivedMails.$inferSelect

export type StoredAttachment = MailFile & Pick<StoredBytes, 'sha256' | 'storageKey'>

export type UnderstoodMail = {
  content: MailContent
  signs: MailSigns
  /** Their bytes are on the disk, without rows yet. */
  attachments: StoredAttachment[]
}

/** Deletes the bytes of attachments whose rows were not written. */
export async function discardAttachments(
  attachments: readonly Pick<StoredBytes, 'storageKey'>[],
): Promise<void> {
  for (const { storageKey } of attachments) await removeFile(storageKey)
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/**
 * Reads a stored mail in a process, stores the bytes of its attachments, and checks its sender.
 * Answers a sentence when it cannot be read.
 */
export async function readStoredMail(
  mail: ReceivedMail,
  options: { signal: AbortSignal; resolve?: ResolveDns | undefined },
): Promise<UnderstoodMail | { unreadable: string }> {
  const { organizationId, rawKey, remoteAddress, helo, sender } = mail
  const { signal, resolve } = options
  const bytes = await buffer((await openFile(rawKey)) as WebStream<Uint8Array>)
  const reading = { organizationId, signal }
  let stored: StoredBytes[] = []
  try {
    const found = await readMail(bytes, {
      ...reading,
      host: new URL(env().BASE_URL).hostname,
      receive: () => {
        const before = stored
        stored = []
        const forgotten = discardAttachments(before)
        return async (part) => {
          await forgotten
          const one = (async function* () {
            yield part
          })()
          stored.push(await putFile(one, { maxBytes: receivedMailLimits.attachmentBytes }))
        }
      },
    })
    if (found.type === 'refused') {
      await discardAttachments(stored)
      return { unreadable: found.message }
    }
    const envelope = { remoteAddress, helo, sender, host: mailDomain() }
    const { checks, author } = await checkSender(bytes, envelope, { ...reading, resolve })
    const { content, signs, attachments } = found.mail
    // Two readers of one header must mean the same author, or nothing is proven.
    const aligned = checks.aligned && author === domainOf(content.from)
    return {
      content: { ...content, checks: { ...checks, aligned } },
      signs,
      attachments: stored.map(({ storageKey, sha256, size, head }, index) => ({
        id: newId(),
        fileName: safeFileName(attachments[index]?.fileName ?? ''),
        mimeType: mimeTypeOf(head, attachments[index]?.mimeType),
        size,
        sha256,
        storageKey,
      })),
    }
  } catch (error) {
    await discardAttachments(stored)
    throw error
  }
}
