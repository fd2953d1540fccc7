import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { secureMessageCodes } from '#db/schema/secure-messages'
import { secureMessageLimits as limits } from '#lib/domain/secure-message-words'
import { newId } from '#lib/ids'
import type { Message, Recipient } from './find-message.ts'
import { codeFits, digestOf } from './one-time-code.ts'
import { recordEvent } from './record-event.ts'

// Wrong codes are counted by the message's events. Who counts has locked the message, so guesses
// of any number of processes come one after the other and none is left out.

type Counts = { hour: number; life: number }

/** The wrong codes of the last hour, and those since the newest link. */
async function countTries(tx: Tx, messageId: string): Promise<Counts> {
  const { rows } = await tx.execute<Counts>(sql`
    select count(*) filter (where created_at > now() - interval '1 hour')::int as hour,
      count(*) filter (where created_at > coalesce((
        select max(linked_at) from secure_message_recipients
        where message_id = ${messageId}::uuid), '-infinity'))::int as life
    from secure_message_events
    where message_id = ${messageId}::uuid and type = 'wrong-code'`)
  return rows[0] ?? { hour: 0, life: 0 }
}

/** Whether so many codes were wrong that the sender must make a new link. */
export const isLocked = async (tx: Tx, messageId: string): Promise<boolean> =>
  (await countTries(tx, messageId)).life >= limits.tries

const unusedOf = (recipientId: string) =>
  and(eq(secureMessageCodes.recipientId, recipientId), isNull(secureMessageCodes.usedAt))

/** The code of a recipient that was not used and not replaced by another. */
async function newestCode(tx: Tx, recipientId: string) {
  const [code] = await tx
    .select()
    .from(secureMessageCodes)
    .where(unusedOf(recipientId))
    .orderBy(desc(secureMessageCodes.id))
    .limit(1)
  return code
}

type Guess = { message: Message; recipient: Recipient; code: string; answerFits: boolean }

/**
 * Tries a code, in a transaction that has locked the message. Answers whether it was right; then it
 * is used up. A wrong one is counted, so the caller must commit. Nothing is tried and counted
 * without a valid code: there is nothing to be guessed. Every guess does the same work.
 */
export async function tryCode(
  tx: Tx,
  { message, recipient, code: given, answerFits }: Guess,
  now = new Date(),
): Promise<boolean> {
  const of = { messageId: message.id, recipientId: recipient.id }
  const code = await newestCode(tx, recipient.id)
  const { hour, life } = await countTries(tx, message.id)
  const fits = codeFits(of, given, code?.digest) && answerFits
  const isValid =
    code !== undefined &&
    code.tries < limits.triesPerCode &&
    code.expiresAt > now &&
    hour < limits.triesPerHour &&
    life < limits.tries
  if (!isValid) return false
  await tx
    .update(secureMessageCodes)
    .set(fits ? { usedAt: now } : { tries: code.tries + 1 })
    .where(eq(secureMessageCodes.id, code.id))
  if (!fits) await recordEvent(tx, { organizationId: message.organizationId, ...of }, 'wrong-code')
  return fits
}

/**
 * Stores a new code for a recipient, whose older codes are void from now on; in a transaction that
 * has locked the message.
 */
export async function storeCode(
  tx: Tx,
  { organizationId, id: recipientId, messageId }: Recipient,
  code: string,
): Promise<Date> {
  const expiresAt = new Date(Date.now() + limits.codeSeconds * 1000)
  const digest = digestOf({ messageId, recipientId }, code)
  await tx
    .update(secureMessageCodes)
    .set({ usedAt: sql`now()` })
    .where(unusedOf(recipientId))
  await tx
    .insert(secureMessageCodes)
    .values({ id: newId(), organizationId, recipientId, digest, expiresAt })
  return expiresAt
}

/** Whether a recipient may be sent another code now. */
export async function maySendCode(tx: Tx, recipientId: string): Promise<boolean> {
  const of = eq(secureMessageCodes.recipientId, recipientId)
  const [row] = await tx
    .select({
      hour: sql<number>`count(*)::int`,
      last: sql<boolean>`coalesce(bool_or(created_at > now() - make_interval(secs => ${limits.resendSeconds})), false)`,
    })
    .from(secureMessageCodes)
    .where(and(of, gt(secureMessageCodes.createdAt, sql`now() - interval '1 hour'`)))
  return row !== undefined && !row.last && row.hour < limits.codesPerHour
}
