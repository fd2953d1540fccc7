import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import type { DecidedAddress } from './decide-address.ts'
import type { Mailed } from './mail-letter.ts'

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
  | 'extraService'
  | 'addressCheck'
  | 'pages'
  | 'runId'
  | 'createdBy'
>

/** How long a letter stays claimed by one caller; longer than a call may last (send-letter.ts). */
const leaseSeconds = 130
/** A key is no longer used this long before its provider forgets it. */
const marginHours = 1

const sameKey = (key: string) => eq(letters.key, key)
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`

function requireSameLetter(row: Pick<LetterRow, 'fingerprint'>, fingerprint: string): void {
  if (row.fingerprint !== fingerprint)
    throw new ApiError(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another letter. Use a new key for a new letter.',
    )
}

/**
 * Finds the letter with this key, if it was already answered. Throws 409 when the key belongs to
 * another letter.
 */
export async function findAnswered(
  tx: Tx,
  key: string,
  fingerprint: string,
): Promise<Mailed | undefined> {
  const [row] = await tx
    .select({
      id: letters.id,
      answer: letters.answer,
      fingerprint: letters.fingerprint,
      trackingNumber: letters.trackingNumber,
      asyncResultId: letters.asyncResultId,
    })
    .from(letters)
    .where(sameKey(key))
  if (row) requireSameLetter(row, fingerprint)
  if (!row?.answer) return undefined
  const { id, answer, trackingNumber, asyncResultId } = row
  return { trackingId: id, ...answer, trackingNumber, asyncResultId }
}

/**
 * The address that an earlier attempt with this key printed or meant to print: a provider that
 * remembers the key refuses another one.
 */
export async function findRecipient(tx: Tx, key: string): Promise<DecidedAddress | undefined> {
  const [row] = await tx
    .select({ to: letters.recipient, addressCheck: letters.addressCheck })
    .from(letters)
    .where(sameKey(key))
  return row
}

/** A letter that this caller has claimed. */
type Claim = {
  row: LetterRow
  isNew: boolean
  /** An earlier attempt may have succeeded. */
  mayBeSent: boolean
}

/**
 * Commits the intent to send, or takes over a letter whose sender gave up. Undefined when it was
 * answered meanwhile. Throws 409 while another caller sends it (with `Retry-After`), and when its
 * outcome is unknown and its provider may have forgotten the key.
 */
export async function claimLetter(
  tx: Tx,
  letter: NewLetter,
  idempotencyHours: number,
): Promise<Claim | undefined> {
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
  if (!before) throw new Error('a letter with this key was neither found nor created')
  requireSameLetter(before, letter.fingerprint)
  if (before.answer) return undefined
  return await takeOver(tx, before, idempotencyHours)
}

async function takeOver(tx: Tx, before: LetterRow, idempotencyHours: number): Promise<Claim> {
  const mayBeSent = before.status !== 'not_sent'
  if (mayBeSent && isForgotten(before, idempotencyHours))
    throw new ApiError(
      'conflict',
      'It is not known whether this letter was sent, and it is too late to ask again safely. ' +
        'Look for it in the provider’s dashboard before you send it with a new key.',
      { trackingId: before.id, outcome: 'unknown' },
    )
  const isFree = or(isNull(letters.attemptUntil), lt(letters.attemptUntil, sql`now()`))
  const [row] = await tx
    .update(letters)
    .set({
      status: 'sending',
      attempts: before.attempts + 1,
      attemptUntil: leaseEnd,
      failure: null,
      firstAttemptAt: mayBeSent ? undefined : sql`now()`,
    })
    .where(and(eq(letters.id, before.id), isFree))
    .returning()
  if (row) return { row, isNew: false, mayBeSent }
  throw stillSending(before)
}

/** Whether the provider may treat the same key as a new letter by now. */
function isForgotten({ firstAttemptAt }: LetterRow, idempotencyHours: number): boolean {
  const hours = (Date.now() - firstAttemptAt.getTime()) / 3_600_000
  return hours > idempotencyHours - marginHours
}

function stillSending({ id, attemptUntil }: LetterRow): ApiError {
  const leftMs = (attemptUntil?.getTime() ?? 0) - Date.now()
  const seconds = Math.min(leaseSeconds, Math.max(1, Math.ceil(leftMs / 1000)))
  return new ApiError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still sending the letter. Ask again in a moment.',
    { trackingId: id },
    { headers: { 'retry-after': String(seconds) } },
  )
}
