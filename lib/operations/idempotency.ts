import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { idempotencyKeys } from '#db/schema/records'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { log } from '#lib/log'

/** An `Idempotency-Key` with its request. */
export type Idempotency = {
  key: string
  /** The same for the same request; a keyed hash, because a request may contain a secret. */
  fingerprint: string
  /** Called when the answer is one of an earlier request with this key. */
  onReplay?(): void
}

/** The `status` of a key whose request reached an outside system and got no answer. */
const outcomeUnknown = 0

/** How long an answer is stored, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000

/**
 * How long a key stays claimed without renewal, and how often a working process renews it. A
 * process that is frozen or cannot reach the database for longer counts as dead.
 */
const holdSeconds = 60
const renewMs = 15_000
const holdEnd = sql`now() + make_interval(secs => ${holdSeconds})`

const scopeOf = (name: string, actor: Actor, key: string) =>
  and(
    eq(idempotencyKeys.organizationId, actor.organizationId),
    eq(idempotencyKeys.operation, name),
    eq(idempotencyKeys.key, key),
  )

/**
 * The key of a request whose act is one statement, which stores the key with its answer. Repeated
 * requests find both by `claimKey`.
 */
export const keyWithAnswer = (
  operation: string,
  { key, fingerprint }: Idempotency,
  answer: unknown,
) => ({
  id: newId(),
  operation,
  key,
  fingerprint,
  expiresAt: new Date(Date.now() + keptMs).toISOString(),
  answer,
})

type Row = typeof idempotencyKeys.$inferSelect
type Replay = { replay: unknown }
/** `mayHaveHappened`: the outside call of an earlier request with this key may have happened. */
type Claim = { id: string; mayHaveHappened: boolean }

/** Answers what the first request was answered, or throws 409 with a code for the reason. */
function replayOf(
  first: (Row & { isLapsed: boolean }) | undefined,
  { key, fingerprint, onReplay }: Idempotency,
): Replay {
  const details = { idempotencyKey: key }
  if (first && first.fingerprint !== fingerprint) {
    const message =
      'This Idempotency-Key was used within 24 hours with another request. ' +
      'Use a new key for a new request.'
    throw new ApiError('idempotency_key_reused', message, details)
  }
  if (first?.status === null && first.isLapsed) {
    const message =
      'The process of the first request with this Idempotency-Key ended. It is unknown whether the ' +
      'request was done: check, and repeat it with a new key only if it was not.'
    throw new ApiError('idempotency_outcome_unknown', message, details)
  }
  if (!first || first.status === null) {
    const message =
      'The first request with this Idempotency-Key has no answer yet. Ask again in a moment.'
    const headers = { 'retry-after': '1' }
    throw new ApiError('idempotency_in_progress', message, details, { headers })
  }
  if (first.result === null) {
    const message =
      'The first request with this Idempotency-Key was done, and its answer had a secret that is ' +
      'not stored. If you did not get it, delete what was created and create it with a new key.'
    throw new ApiError('idempotency_answer_withheld', message, details)
  }
  onReplay?.()
  return { replay: (first.result as { value: unknown }).value }
}

const isLapsed = sql<boolean>`${idempotencyKeys.heldUntil} < now()`
const columns = { ...getTableColumns(idempotencyKeys), isLapsed }

/**
 * Claims the key for this request, or finds the first answer. A second caller waits here until the
 * transaction of the first has ended. Throws 409 as `replayOf` does. With `resumesUnknown` the
 * caller can find the outcome of a request whose process ended, and gets its key.
 */
export async function claimKey(
  tx: Tx,
  name: string,
  actor: Actor,
  idempotency: Idempotency,
  { resumesUnknown = false }: { resumesUnknown?: boolean } = {},
): Promise<Claim | Replay> {
  const { key, fingerprint } = idempotency
  const { organizationId } = actor
  const now = new Date()
  const scope = scopeOf(name, actor, key)
  await tx.delete(idempotencyKeys).where(and(scope, lt(idempotencyKeys.expiresAt, now)))
  const id = newId()
  const expiresAt = new Date(now.getTime() + keptMs)
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({
      id,
      organizationId,
      operation: name,
      key,
      fingerprint,
      expiresAt,
      heldUntil: holdEnd,
    })
    .onConflictDoNothing()
    .returning({ id: idempotencyKeys.id })
  if (inserted.length > 0) return { id, mayHaveHappened: false }
  // The caller that takes the key back repeats the request.
  const isUnknown = eq(idempotencyKeys.status, outcomeUnknown)
  const isAbandoned = and(isNull(idempotencyKeys.status), isLapsed)
  const [open] = await tx
    .update(idempotencyKeys)
    .set({ status: null, heldUntil: holdEnd })
    .where(
      and(
        scope,
        resumesUnknown ? or(isUnknown, isAbandoned) : isUnknown,
        eq(idempotencyKeys.fingerprint, fingerprint),
      ),
    )
    .returning({ id: idempotencyKeys.id })
  if (open) return { id: open.id, mayHaveHappened: true }
  const [first] = await tx.select(columns).from(idempotencyKeys).where(scope)
  return replayOf(first, idempotency)
}

/** Finds the first answer; for operations that read things before they claim their key. */
export async function findReplay(
  tx: Tx,
  name: string,
  actor: Actor,
  idempotency: Idempotency | undefined,
): Promise<Replay | undefined> {
  if (!idempotency) return undefined
  const [first] = await tx
    .select(columns)
    .from(idempotencyKeys)
    .where(scopeOf(name, actor, idempotency.key))
  // A request with an unknown outcome may be sent again.
  if (!first || first.status === outcomeUnknown || first.expiresAt <= new Date()) return undefined
  return replayOf(first, idempotency)
}

/** Stores the answer for repeated requests; of an answer with a secret, only that it existed. */
export async function storeAnswer(
  tx: Tx,
  id: string,
  output: unknown,
  isSecret = false,
): Promise<void> {
  const result = isSecret ? null : { value: output ?? null }
  await tx.update(idempotencyKeys).set({ status: 200, result }).where(eq(idempotencyKeys.id, id))
}

/**
 * Renews the claim of a key during work outside of a transaction. `transaction` opens one in the
 * key's organization. Answers a function that ends the renewal.
 */
export function holdKey(
  id: string,
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): () => void {
  const renew = async (tx: Tx) =>
    await tx
      .update(idempotencyKeys)
      .set({ heldUntil: holdEnd })
      .where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)))
  const timer = setInterval(() => {
    transaction(renew).catch((error: unknown) =>
      log.warn({ error }, 'the claim of an idempotency key could not be renewed'),
    )
  }, renewMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Frees the key of a request that failed, so that it may be sent again. */
export async function freeKey(tx: Tx, id: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id))
}

/** Records that the outcome of the request is unknown, for repeated requests. */
export async function storeUnknownOutcome(tx: Tx, id: string): Promise<void> {
  await tx.update(idempotencyKeys).set({ status: outcomeUnknown }).where(eq(idempotencyKeys.id, id))
}

/** Adds content to the fingerprint of a key: what a request has besides its address and JSON. */
export function withContent(idempotency: Idempotency, ...content: unknown[]): Idempotency {
  const text = JSON.stringify([idempotency.fingerprint, ...content])
  return { ...idempotency, fingerprint: createHash('sha256').update(text).digest('hex') }
}
