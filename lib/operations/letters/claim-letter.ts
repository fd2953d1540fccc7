import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'

export type LetterRow = typeof letters.$inferSelect
export type NewLetter = Pick<
  LetterRow,
  | 'organizationId'
  | 'key'
  | 'fingerprint'
  | 'connectionId'
  | 'connection'
  | 'provider'
  | 'recipient'
  | 'sender'
  | 'metadata'
  | 'color'
  | 'doubleSided'
  | 'pages'
  | 'runId'
  | 'createdBy'
>
type Answer = NonNullable<LetterRow['answer']>

/** How long one caller has a letter to itself; longer than a call may last (send-letter.ts). */
const leaseSeconds = 130
/** A key is no longer counted on this long before its provider forgets it. */
const marginHours = 1

const sameKey = (key: string) => eq(letters.key, key)
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`

/**
 * The letter with this key, if it was answered already. Throws 409 when the key stands for another
 * letter.
 */
export async function findAnswered(
  tx: Tx,
  key: string,
  fingerprint: string,
): Promise<{ id: string; answer: Answer } | undefined> {
  const [row] = await tx
    .select({ id: letters.id, answer: letters.answer, fingerprint: letters.fingerprint })
    .from(letters)
    .where(sameKey(key))
  if (row && row.fingerprint !== fingerprint)
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another letter. Use a new key for a new letter.',
    )
  return row?.answer ? { id: row.id, answer: row.answer } : undefined
}

/**
 * Commits the intent to send, or takes over a letter whose sender gave up. Answers the row in this
 * caller's hands, and whether an earlier attempt may have succeeded; undefined when it was answered
 * meanwhile. Throws 409 while another sends it (with `Retry-After`), and when its outcome is
 * unknown and its provider may have forgotten the key.
 */
export async function claimLetter(
  tx: Tx,
  letter: NewLetter,
  idempotencyHours: number,
): Promise<{ row: LetterRow; isNew: boolean; mayBeSent: boolean } | undefined> {
  const [made] = await tx
    .insert(letters)
    .values({
      id: newId(),
      ...letter,
      status: 'sending',
      firstAttemptAt: sql`now()`,
      attemptUntil: leaseEnd,
    })
    .onConflictDoNothing()
    .returning()
  if (made) return { row: made, isNew: true, mayBeSent: false }
  const [before] = await tx.select().from(letters).where(sameKey(letter.key)).for('update')
  if (!before) throw new Error('a letter with this key was not there and could not be made')
  if (before.fingerprint !== letter.fingerprint)
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another letter. Use a new key for a new letter.',
    )
  if (before.answer) return undefined
  const mayBeSent = before.status !== 'not_sent'
  const free = or(isNull(letters.attemptUntil), lt(letters.attemptUntil, sql`now()`))
  const forgotten =
    Number.isFinite(idempotencyHours) &&
    mayBeSent &&
    Date.now() - before.firstAttemptAt.getTime() > (idempotencyHours - marginHours) * 60 * 60 * 1000
  const claim = {
    status: 'sending' as const,
    attempts: before.attempts + 1,
    attemptUntil: leaseEnd,
    failure: null,
    ...(mayBeSent ? {} : { firstAttemptAt: sql`now()` }),
  }
  const [row] = forgotten
    ? []
    : await tx
        .update(letters)
        .set(claim)
        .where(and(eq(letters.id, before.id), free))
        .returning()
  if (row) return { row, isNew: false, mayBeSent }
  if (forgotten)
    throw new ApiError(
      'conflict',
      'It is not known whether this letter was sent, and it is too late to ask again safely. Look for it in the provider’s dashboard before you send it with a new key.',
      { trackingId: before.id, outcome: 'unknown' },
    )
  const seconds = Math.max(
    1,
    Math.ceil(((before.attemptUntil?.getTime() ?? 0) - Date.now()) / 1000),
  )
  throw new ApiError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still sending the letter. Ask again in a moment.',
    { trackingId: before.id },
    { headers: { 'retry-after': String(Math.min(seconds, leaseSeconds)) } },
  )
}
