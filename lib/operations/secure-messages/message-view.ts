import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import {
  secureMessageEvents,
  secureMessageFiles,
  secureMessageRecipients,
  secureMessageReplies,
} from '#db/schema/secure-messages'
import type {
  SecureFile,
  SecureMessageSummary,
  SecureMessageView,
  SecureRecipient,
} from '#lib/contracts/runs/secure-messages'
import type { SecureMessageStatus } from '#lib/domain/secure-message-words'
import { hasEnded, type Message, type Recipient } from './find-message.ts'
import { loadMessageKey, openPart, type Content, type MessageKey } from './message-key.ts'
import { isLocked } from './tries.ts'

type Reached = Pick<Recipient, 'openedAt' | 'readAt' | 'repliedAt'>

const reached = ({ openedAt, readAt, repliedAt }: Reached): SecureMessageStatus => {
  if (repliedAt) return 'replied'
  if (readAt) return 'read'
  return openedAt ? 'opened' : 'waiting'
}

const order: SecureMessageStatus[] = ['waiting', 'opened', 'read', 'replied']

/** How far the message got with any of its recipients, or how it ended. */
function statusOf(message: Message, recipients: Reached[]): SecureMessageStatus {
  if (message.endReason) return message.endReason
  if (hasEnded(message)) return 'expired'
  return order[Math.max(0, ...recipients.map((each) => order.indexOf(reached(each))))] ?? 'waiting'
}

/** A message as lists show it. */
export function messageSummary(
  message: Message,
  recipients: (Reached & { email: string })[],
  key: MessageKey | undefined,
): Omit<SecureMessageSummary, 'undelivered'> {
  const { id, runId, createdBy, createdAt, expiresAt, endedAt } = message
  return {
    id,
    subject: openPart<Content>(key, 'content', message.sealed)?.subject ?? null,
    status: statusOf(message, recipients),
    recipients: recipients.map(({ email }) => email),
    runId,
    createdBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

type FileRow = typeof secureMessageFiles.$inferSelect

/** A file as it is answered; its name is gone after the end. */
export const fileView = (
  key: MessageKey | undefined,
  { id, sealed, mimeType, size }: FileRow,
): SecureFile => ({
  id,
  fileName: openPart<string>(key, `file:${id}`, sealed) ?? 'deleted',
  mimeType,
  size,
})

async function recipientViews(tx: Tx, message: Message): Promise<SecureRecipient[]> {
  const rows = await tx
    .select({
      recipient: secureMessageRecipients,
      mail: { status: mails.status, error: mails.error },
    })
    .from(secureMessageRecipients)
    .leftJoin(mails, eq(mails.id, secureMessageRecipients.mailId))
    .where(eq(secureMessageRecipients.messageId, message.id))
    .orderBy(asc(secureMessageRecipients.id))
  const locked = await isLocked(tx, message.id)
  return rows.map(({ recipient, mail }) => ({
    id: recipient.id,
    email: recipient.email,
    codeWay: recipient.codeWay,
    status: message.endReason ?? (hasEnded(message) ? 'expired' : reached(recipient)),
    openedAt: recipient.openedAt?.toISOString() ?? null,
    readAt: recipient.readAt?.toISOString() ?? null,
    repliedAt: recipient.repliedAt?.toISOString() ?? null,
    mail,
    locked: locked && !hasEnded(message),
  }))
}

/** A message with its replies and what happened to it. */
export async function messageView(tx: Tx, message: Message): Promise<SecureMessageView> {
  const { id } = message
  const key = await loadMessageKey(tx, id)
  const recipients = await tx
    .select()
    .from(secureMessageRecipients)
    .where(eq(secureMessageRecipients.messageId, id))
  const replies = await tx
    .select()
    .from(secureMessageReplies)
    .where(eq(secureMessageReplies.messageId, id))
    .orderBy(asc(secureMessageReplies.createdAt))
  const files = await tx
    .select()
    .from(secureMessageFiles)
    .where(eq(secureMessageFiles.messageId, id))
    .orderBy(asc(secureMessageFiles.id))
  const events = await tx
    .select()
    .from(secureMessageEvents)
    .where(eq(secureMessageEvents.messageId, id))
    .orderBy(desc(secureMessageEvents.id))
  const { recipients: _emails, ...summary } = messageSummary(message, recipients, key)
  const filesOf = (of: (file: FileRow) => boolean) =>
    files.filter(of).map((file) => fileView(key, file))
  return {
    ...summary,
    text: openPart<Content>(key, 'content', message.sealed)?.text ?? null,
    endReason: message.endReason,
    files: filesOf(({ recipientId }) => recipientId === null),
    recipients: await recipientViews(tx, message),
    replies: replies.map((reply) => ({
      id: reply.id,
      recipientId: reply.recipientId,
      text: openPart<string>(key, `reply:${reply.id}`, reply.sealed),
      files: filesOf(({ replyId }) => replyId === reply.id),
      createdAt: reply.createdAt.toISOString(),
    })),
    events: events.map(({ type, recipientId, createdAt }) => ({
      type,
      recipientId,
      at: createdAt.toISOString(),
    })),
  }
}

/** The recipients of some messages, by message. */
export async function recipientsOf(
  tx: Tx,
  messageIds: readonly string[],
): Promise<Map<string, Recipient[]>> {
  const rows = await tx
    .select()
    .from(secureMessageRecipients)
    .where(inArray(secureMessageRecipients.messageId, [...messageIds]))
    .orderBy(asc(secureMessageRecipients.id))
  return Map.groupBy(rows, ({ messageId }) => messageId)
}
