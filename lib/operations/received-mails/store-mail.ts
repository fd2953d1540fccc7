import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { mailReplyAddresses, receivedMails } from '#db/schema/received-mails'
import { putFile, removeFile } from '#lib/documents/file-store'
import { receivedMailLimits } from '#lib/domain/received-mail-words'
import { newId } from '#lib/ids'
import type { MailRecipient } from './find-recipient.ts'
import type { MessageIdentity } from './message-check.ts'

/** A message that has come to an address of ours. */
export type ArrivedMail = {
  recipient: MailRecipient
  /** Of the envelope; empty for reports of mail servers. */
  sender: string
  /** The server that sent it; null where only a provider knows it. */
  remoteAddress: string | null
  helo: string | null
  /** What makes it the same mail when it is sent again: read from its head, and of its body. */
  identity: MessageIdentity
  content: () => AsyncIterable<Uint8Array>
}

/** PostgreSQL stores no NUL; an envelope with one is refused before. */
const cut = (text: string, most: number): string => text.replaceAll('\u0000', '').slice(0, most)

/** The same for the same mail to the same address, however often its server sends it. */
function keyOf({ identity, recipient }: ArrivedMail): string {
  const { messageId, date, bodySha256 } = identity
  return createHash('sha256')
    .update(JSON.stringify([messageId, date, bodySha256, recipient.address]))
    .digest('hex')
}

/**
 * Stores a mail: its bytes on the disk, then its row, which a worker finds. Whoever sent it may only
 * then be told that we have it. The same mail is stored once. Throws `payload_too_large`.
 */
export async function storeMail(mail: ArrivedMail): Promise<{ isNew: boolean }> {
  const { recipient, sender, remoteAddress, helo } = mail
  const { organizationId, workflowId, purpose, address } = recipient
  const stored = await putFile(mail.content(), { maxBytes: receivedMailLimits.messageBytes })
  let isNew = false
  try {
    await inOrganization(organizationId, async (tx) => {
      const asked =
        recipient.purpose === 'reply'
          ? await tx
              .select({ runId: mailReplyAddresses.runId, id: mailReplyAddresses.asyncResultId })
              .from(mailReplyAddresses)
              .where(eq(mailReplyAddresses.id, recipient.replyAddressId))
          : []
      const written = await tx
        .insert(receivedMails)
        .values({
          id: newId(),
          organizationId,
          key: keyOf(mail),
          purpose,
          workflowId,
          asyncResultId: asked[0]?.id ?? null,
          runId: asked[0]?.runId ?? null,
          recipient: cut(address, 320),
          sender: cut(sender, 320),
          remoteAddress,
          helo: helo === null ? null : cut(helo, 255),
          rawKey: stored.storageKey,
          rawSize: stored.size,
          nextLookAt: sql`now()`,
        })
        .onConflictDoNothing()
        .returning({ id: receivedMails.id })
      // Before the commit: when its answer gets lost it may have been done, and the mail needs its
      // bytes. Where it was not done the sweep of the file store takes them.
      isNew = written.length > 0
    })
  } finally {
    if (!isNew) await removeFile(stored.storageKey)
  }
  return { isNew }
}
