import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import {
  secureMessageFiles,
  secureMessageRecipients,
  secureMessages,
} from '#db/schema/secure-messages'
import { hashPassword } from '#lib/auth/password'
import { openFile, removeFile } from '#lib/documents/file-store'
import { putSealedFile } from '#lib/documents/sealed-file'
import { ApiError } from '#lib/domain/api-error'
import type { NewRecipient } from '#lib/domain/secure-message'
import { secureMessageLimits } from '#lib/domain/secure-message-words'
import { newId } from '#lib/ids'
import { onlyConnection } from '../connections/only-connection.ts'
import { newToken } from './links.ts'
import { mailLink } from './message-mails.ts'
import {
  newMessageKey,
  sealPart,
  storeMessageKey,
  type MessageKey,
  type RecipientSecrets,
} from './message-key.ts'
import { normalAnswer } from './one-time-code.ts'
import { recordEvent } from './record-event.ts'

export type NewMessage = {
  recipients: NewRecipient[]
  subject: string
  text: string
  validDays: number
}
export type StoredFile = {
  fileName: string
  mimeType: string
  size: number
  storageKey: string
}

/** A message whose slow parts are done: its files are encrypted, its answers hashed. */
export type PreparedMessage = NewMessage & {
  key: MessageKey
  files: (StoredFile & { id: string })[]
  answerHashes: (string | null)[]
}

/** The hash of an answer. Throws 400 for one of signs only. */
export async function hashAnswer(answer: string | undefined, path: string): Promise<string | null> {
  if (answer === undefined) return null
  const normal = normalAnswer(answer)
  if (normal.length < 3)
    throw ApiError.invalid([{ path, message: 'An answer has three letters or digits at least.' }])
  return await hashPassword(normal)
}

/**
 * Does what needs no transaction: encrypts copies of the files and hashes the answers. Call
 * `discardPrepared` when the message is not written then.
 */
export async function prepareMessage(
  message: NewMessage,
  files: StoredFile[],
): Promise<PreparedMessage> {
  const { fileBytes } = secureMessageLimits
  const key = newMessageKey(newId())
  const prepared: PreparedMessage = { ...message, key, files: [], answerHashes: [] }
  try {
    for (const [at, { codeWay, answer }] of message.recipients.entries())
      prepared.answerHashes.push(
        await hashAnswer(codeWay === 'question' ? answer : undefined, `recipients.${at}.answer`),
      )
    for (const file of files) {
      const id = newId()
      const bytes = (await openFile(file.storageKey)) as unknown as AsyncIterable<Uint8Array>
      const { storageKey, size } = await putSealedFile(
        bytes,
        { key: key.key, id },
        { maxBytes: fileBytes },
      )
      prepared.files.push({ ...file, id, storageKey, size })
    }
    return prepared
  } catch (error) {
    await discardPrepared(prepared)
    throw error
  }
}

/** Deletes the encrypted copies of a message that was not written. */
export async function discardPrepared({ files }: PreparedMessage): Promise<void> {
  for (const { storageKey } of files) await removeFile(storageKey)
}

type Origin = Pick<
  typeof secureMessages.$inferInsert,
  | 'organizationId'
  | 'key'
  | 'runId'
  | 'taskId'
  | 'createdBy'
  | 'createdById'
  | 'withdrawOnCancel'
  | 'asyncResultId'
  | 'waitFor'
>

/**
 * Writes the message with its links in the outbox, in the caller's transaction. Answers undefined,
 * and writes nothing, when there is a message with this key.
 */
export async function insertMessage(
  tx: Tx,
  origin: Origin,
  prepared: PreparedMessage,
): Promise<string | undefined> {
  const { key, subject, text, validDays } = prepared
  const { messageId } = key
  const { organizationId } = origin
  const expiresAt = new Date(Date.now() + validDays * 86_400_000)
  const sealed = sealPart(key, 'content', { subject, text })
  const [made] = await tx
    .insert(secureMessages)
    .values({ id: messageId, ...origin, sealed, expiresAt })
    .onConflictDoNothing()
    .returning({ id: secureMessages.id })
  if (!made) return undefined
  await storeMessageKey(tx, organizationId, key)
  await recordEvent(tx, { organizationId, messageId }, 'sent')
  for (const [at, recipient] of prepared.recipients.entries()) {
    const answerHash = prepared.answerHashes[at] ?? null
    await insertRecipient(tx, { organizationId, key, expiresAt }, { ...recipient, answerHash })
  }
  for (const { id, fileName, mimeType, size, storageKey } of prepared.files)
    await tx.insert(secureMessageFiles).values({
      id,
      organizationId,
      messageId,
      sealed: sealPart(key, `file:${id}`, fileName),
      mimeType,
      size,
      storageKey,
    })
  return messageId
}

async function insertRecipient(
  tx: Tx,
  { organizationId, key, expiresAt }: { organizationId: string; key: MessageKey; expiresAt: Date },
  recipient: NewRecipient & { answerHash: string | null },
): Promise<void> {
  const id = newId()
  const { email, codeWay, answerHash } = recipient
  await requireWay(tx, recipient)
  const { token, tokenHash } = newToken()
  const mailId = await mailLink(tx, organizationId, { email, codeWay, token, expiresAt })
  await tx.insert(secureMessageRecipients).values({
    id,
    organizationId,
    messageId: key.messageId,
    email,
    codeWay,
    sealed: sealPart(key, `recipient:${id}`, secretsOf(recipient)),
    answerHash,
    tokenHash,
    linkedAt: sql`now()`,
    mailId,
  })
}

/** Throws 404 and 400 where there is no connection for text messages. */
export async function requireWay(
  tx: Tx,
  { codeWay, smsConnection }: Pick<NewRecipient, 'codeWay' | 'smsConnection'>,
): Promise<void> {
  if (codeWay === 'sms') await onlyConnection(tx, { kind: 'sms', called: 'SMS' }, smsConnection)
}

/** What a way needs to know; of the other ways nothing is kept. */
export const secretsOf = ({
  codeWay,
  question,
  phone,
  smsConnection,
}: Pick<NewRecipient, 'codeWay' | 'question' | 'phone' | 'smsConnection'>): RecipientSecrets => ({
  ...(codeWay === 'question' ? { question } : {}),
  ...(codeWay === 'sms' ? { phone, smsConnection } : {}),
})
