import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { idempotencyKeys } from '#db/schema/records'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { log } from '#lib/log'

/** An `Idempotency-Key` with what it stands for. */
export type Idempotency = {
  key: string
  /** The same request has the same one; a keyed hash, because a request may hold a secret. */
  fingerprint: string
  /** Called when the answer is that of an earlier request with this key. */
  onReplay?(): void
}

/** `status` of a key whose request reached an outside system and got no answer. */
const outcomeUnknown = 0

/** How long an answer is kept, in milliseconds. */
const keptMs = 24 * 60 * 60 * 1000

/**
 * How long a process holds a key without renewing it, and how often it renews it while it works. A
 * process that is frozen or cut off from the database for longer counts as dead.
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

type Row = typeof idempotencyKeys.$inferSelect
type Replay = { replay: unknown }
/** `mayHaveHappened`: an earlier request with this key may have done outside what it asked for. */
type Claim = { id: string; mayHaveHappened: boolean }

/** The answer of the first request, or why there is none: 409 with a code for each reason. */
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
      'The process that worked on the first request with this Idempotency-Key ended. Whether the ' +
      'request was done is not known: look, and repeat it with a new key only if it was not.'
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
      'The first request with this Idempotency-Key was done, and its answer held a secret that ' +
      'is not kept. If you did not get it, delete what was made and make it anew with a new key.'
    throw new ApiError('idempotency_answer_withheld', message, details)
  }
  onReplay?.()
  return { replay: (first.result as { value: unknown }).value }
}

const isLapsed = sql<boolean>`${idempotencyKeys.heldUntil} < now()`
const columns = { ...getTableColumns(idempotencyKeys), isLapsed }

/**
 * Takes the key for this request, or finds the first answer. A second caller waits here until the
 * transaction of the first has ended. Throws 409 as `replayOf` does. With `resumesUnknown` the
 * caller can find out what became of a request whose process ended, and gets its key.
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
  // The request is made again by the one who takes the key back.
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

/** The first answer, when there is one; for work that looks at things before it takes its key. */
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
  // One whose outcome is unknown may be sent again.
  if (!first || first.status === outcomeUnknown || first.expiresAt <= new Date()) return undefined
  return replayOf(first, idempotency)
}

/** Keeps the answer for whoever asks again; of one that holds a secret, only that there was one. */
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
 * Renews the hold on a key while work goes on outside of any transaction. `transaction` opens one of
 * the key's organization. Returns how to end it.
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
      log.warn({ error }, 'the hold on an idempotency key could not be renewed'),
    )
  }, renewMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Frees the key of a request that failed, so that it may be sent again. */
export async function freeKey(tx: Tx, id: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id))
}

/** Remembers that nobody knows what became of the request, for whoever sends it again. */
export async function storeUnknownOutcome(tx: Tx, id: string): Promise<void> {
  await tx.update(idempotencyKeys).set({ status: outcomeUnknown }).where(eq(idempotencyKeys.id, id))
}

/** The key with more to its fingerprint: what the request holds besides its address and JSON. */
export function withContent(idempotency: Idempotency, ...content: unknown[]): Idempotency {
  const text = JSON.stringify([idempotency.fingerprint, ...content])
  return { ...idempotency, fingerprint: createHash('sha256').update(text).digest('hex') }
}
