import type { Tx } from '#db/client'
import {
  secureMessageEvents,
  secureMessageRecipients,
  secureMessageReplies,
  secureMessages,
} from '#db/schema/secure-messages'
import type { CodeWay, SecureMessageEvent } from '#lib/domain/secure-message-words'
import { newId } from '#lib/ids'
import { newToken } from '#lib/operations/secure-messages/links'
import {
  newMessageKey,
  sealPart,
  storeMessageKey,
  type MessageKey,
} from '#lib/operations/secure-messages/message-key'

type Happened = { type: SecureMessageEvent; hoursAgo: number }
type Seeded = {
  subject: string
  text: string
  email: string
  codeWay: CodeWay
  /** What happened, oldest first; the first is that it was sent. */
  events: Happened[]
  reply?: string
}

/** The oldest first: lists are in the order in which they are made. */
const messages: Seeded[] = [
  {
    subject: '',
    text: '',
    email: 'grace.hopper@example.com',
    codeWay: 'mail',
    events: [
      { type: 'sent', hoursAgo: 80 },
      { type: 'withdrawn', hoursAgo: 79 },
    ],
  },
  {
    subject: 'Your appointment on Monday',
    text:
      'Dear Ms. Lovelace,\n\nyour MRI is approved. Please come on Monday at 9:30, and bring your ' +
      'insurance card.\n\nCan you reach us without stairs?\n\nRounds Demo',
    email: 'ada.lovelace@example.com',
    codeWay: 'mail',
    events: [
      { type: 'sent', hoursAgo: 50 },
      { type: 'opened', hoursAgo: 47 },
      { type: 'code-mailed', hoursAgo: 47 },
      { type: 'wrong-code', hoursAgo: 47 },
      { type: 'read', hoursAgo: 46 },
      { type: 'replied', hoursAgo: 46 },
    ],
    reply: 'Thank you. I use a wheelchair: is there a lift?',
  },
  {
    subject: 'Questions about your referral',
    text:
      'Dear Mr. Turing,\n\nthe referral of your doctor names no diagnosis. Please ask for a new ' +
      'one, or reply here with a photo of it.\n\nRounds Demo',
    email: 'alan.turing@example.com',
    codeWay: 'phone',
    events: [{ type: 'sent', hoursAgo: 3 }],
  },
]

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The parts of a message that end with it: its key, its content and the replies. */
async function seedContent(
  tx: Tx,
  {
    organizationId,
    key,
    recipientId,
  }: { organizationId: string; key: MessageKey; recipientId: string },
  { reply, events }: Seeded,
  now: number,
): Promise<void> {
  await storeMessageKey(tx, organizationId, key)
  if (!reply) return
  const id = newId()
  await tx.insert(secureMessageReplies).values({
    id,
    organizationId,
    messageId: key.messageId,
    recipientId,
    sealed: sealPart(key, `reply:${id}`, reply),
    createdAt: new Date(now - (events.at(-1)?.hoursAgo ?? 0) * hourMs),
  })
}

async function seedMessage(tx: Tx, organizationId: string, message: Seeded): Promise<void> {
  const { subject, text, email, codeWay, events } = message
  const now = Date.now()
  const timeOf = (type: SecureMessageEvent): Date | null => {
    const found = events.find((event) => event.type === type)
    return found ? new Date(now - found.hoursAgo * hourMs) : null
  }
  const sentAt = timeOf('sent') ?? new Date(now)
  const endedAt = timeOf('withdrawn')
  const messageId = newId()
  const recipientId = newId()
  const key = newMessageKey(messageId)
  await tx.insert(secureMessages).values({
    id: messageId,
    organizationId,
    key: `demo:${messageId}`,
    sealed: endedAt ? null : sealPart(key, 'content', { subject, text }),
    createdBy: 'Rounds demo',
    expiresAt: new Date(sentAt.getTime() + 30 * dayMs),
    endedAt,
    endReason: endedAt ? 'withdrawn' : null,
    createdAt: sentAt,
  })
  await tx.insert(secureMessageRecipients).values({
    id: recipientId,
    organizationId,
    messageId,
    email,
    codeWay,
    sealed: endedAt ? null : sealPart(key, `recipient:${recipientId}`, {}),
    // Nobody has these links: the demo mails none.
    tokenHash: newToken().tokenHash,
    linkedAt: sentAt,
    mailId: newId(),
    openedAt: timeOf('opened'),
    readAt: timeOf('read'),
    repliedAt: timeOf('replied'),
  })
  for (const { type, hoursAgo } of events)
    await tx.insert(secureMessageEvents).values({
      id: newId(),
      organizationId,
      messageId,
      recipientId: type === 'sent' || type === 'withdrawn' ? null : recipientId,
      type,
      createdAt: new Date(now - hoursAgo * hourMs),
    })
  if (!endedAt) await seedContent(tx, { organizationId, key, recipientId }, message, now)
}

/** Encrypted mails of the demo: one that was answered, one that waits, and one that was withdrawn. */
export async function seedSecureMessages(tx: Tx, organizationId: string): Promise<void> {
  for (const message of messages) await seedMessage(tx, organizationId, message)
}
