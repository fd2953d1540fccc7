import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { secureMessageKeys } from '#db/schema/secure-messages'
import { openText, openWith, sealText, sealWith } from '#lib/sealed-text'

/** The key of one message: everything of it is encrypted with it. */
export type MessageKey = { messageId: string; key: Buffer }

/** Where the key of a message belongs. */
export const messageKeyPlace = (messageId: string) => ({
  purpose: 'secure messages',
  boundTo: `secure message:${messageId}`,
})

export const newMessageKey = (messageId: string): MessageKey => ({
  messageId,
  key: randomBytes(32),
})

/** Stores the key, encrypted with the service's key. */
export async function storeMessageKey(
  tx: Tx,
  organizationId: string,
  { messageId, key }: MessageKey,
): Promise<void> {
  const wrapped = sealText(messageKeyPlace(messageId), key.toString('base64url'))
  await tx.insert(secureMessageKeys).values({ messageId, organizationId, wrapped })
}

/** Loads the key; undefined after the end of the message. */
export async function loadMessageKey(tx: Tx, messageId: string): Promise<MessageKey | undefined> {
  const [row] = await tx
    .select({ wrapped: secureMessageKeys.wrapped })
    .from(secureMessageKeys)
    .where(eq(secureMessageKeys.messageId, messageId))
  return row && openWrapped({ messageId, ...row })
}

/** Decrypts a stored key. */
export const openWrapped = ({
  messageId,
  wrapped,
}: {
  messageId: string
  wrapped: string
}): MessageKey => ({
  messageId,
  key: Buffer.from(openText(messageKeyPlace(messageId), wrapped), 'base64url'),
})

/** What of a message is encrypted; it cannot be moved to another place. */
type Part = 'content' | `recipient:${string}` | `reply:${string}` | `file:${string}`

/** Encrypts a part of a message. */
export const sealPart = ({ messageId, key }: MessageKey, part: Part, value: unknown): string =>
  sealWith(key, `${messageId}:${part}`, JSON.stringify(value))

/** Decrypts a part of a message; null where it was deleted. */
export function openPart<Value>(
  messageKey: MessageKey | undefined,
  part: Part,
  sealed: string | null,
): Value | null {
  if (!messageKey || sealed === null) return null
  const { messageId, key } = messageKey
  return JSON.parse(openWith(key, `${messageId}:${part}`, sealed)) as Value
}

export type Content = { subject: string; text: string }
export type RecipientSecrets = {
  question?: string | undefined
  phone?: string | undefined
  /** The slug of the SMS connection. */
  smsConnection?: string | undefined
}
