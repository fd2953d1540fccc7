import { sql } from 'drizzle-orm'
import { engineDb, enginePool, inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { writeAuditEntry } from '#db/write-audit'
import { putFile, removeFile } from '#lib/documents/file-store'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { mayPass } from '#lib/domain/provider/may-pass'
import type { Failure } from '#lib/domain/run/run'
import { storableJson } from '#lib/domain/text'
import { endAsyncResult, type Ending } from '#lib/engine/commands/end-async-result'
import { runsChannel } from '#lib/engine/store/notify-runs'
import { maxBundleBytes } from '#lib/integrations/hie/limits'
import type { HiePort, HieProgress } from '#lib/integrations/hie/port'
import { log } from '#lib/log'
import { openRow } from '../connections/open-connection.ts'
import { closeHieRequest, releaseHieRequest, type Claimed } from './hie-request-store.ts'
import { LeaseLost, storeHieDocuments } from './store-hie-documents.ts'

/** A larger result is stored in the file store. */
const inlineBytes = 256 * 1024
const longestPauseSeconds = 60
const longestRestSeconds = 300
/** How often an unexpected error is tried again. */
const maxSurprises = 8

async function portOf({ organizationId, connectionId }: Claimed): Promise<HiePort> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(sql`${connections.id} = ${connectionId}::uuid and kind = 'hie'`),
  )
  if (!row)
    throw new ApiError(
      'unknown_connection',
      'The HIE connection of this request was deleted before the exchange answered.',
      { kind: 'hie' },
    )
  return openRow<'hie'>(row)
}

/** The stored form of a result of any size. */
async function endingOf(result: unknown): Promise<Ending> {
  const text = Buffer.from(JSON.stringify(storableJson(result)))
  if (text.byteLength > maxBundleBytes)
    throw new ApiError(
      'provider_error',
      `The answer has more than ${maxBundleBytes / 1024 / 1024} MB. ` +
        'Ask for fewer resource types or a shorter period.',
      { code: 'result_too_large', retryable: false },
    )
  if (text.byteLength <= inlineBytes)
    return { status: 'completed', result: JSON.parse(text.toString('utf8')) as unknown }
  const { storageKey } = await putFile(
    (async function* () {
      yield text
    })(),
    { maxBytes: maxBundleBytes },
  )
  return { status: 'completed', resultKey: storageKey }
}

/**
 * Ends the async result and the request together; runs that wait for it go on. Does nothing when
 * another worker has the request by now.
 */
async function finish(
  claimed: Claimed,
  ending: Ending,
  numbers: Record<string, number> = {},
): Promise<void> {
  const { organizationId, asyncResultId, request } = claimed
  const finished = await engineDb().transaction(async (tx) => {
    if (!(await closeHieRequest(tx, claimed))) return false
    await endAsyncResult(tx, organizationId, asyncResultId, ending)
    const more = ending.status === 'failed' ? { code: ending.error.code } : numbers
    await writeAuditEntry(tx, {
      organizationId,
      actor: { kind: 'engine', id: 'hie', name: 'Rounds' },
      action: 'hie.answered',
      objectKind: 'async-result',
      objectId: asyncResultId,
      details: { kind: request.kind, status: ending.status, ...more },
    })
    return true
  })
  if (!finished && 'resultKey' in ending) await removeFile(ending.resultKey)
  if (finished)
    await enginePool()
      .query('select pg_notify($1, $2)', [runsChannel, asyncResultId])
      .catch((error: unknown) =>
        log.debug({ error }, 'watchers of an async result could not be notified'),
      )
}

async function fetchAndFinish(
  port: HiePort,
  claimed: Claimed,
  progress: Extract<HieProgress, { status: 'ready' }>,
  signal: AbortSignal,
): Promise<void> {
  const { request } = claimed
  const ticket = { ...claimed.ticket, ...progress.ticket }
  if (request.kind === 'fhir') {
    const bundle = progress.bundle ?? (await port.bundle(request, ticket, signal))
    const entries = Array.isArray(bundle['entry']) ? bundle['entry'].length : 0
    return await finish(claimed, await endingOf(bundle), { entries })
  }
  const answer = await storeHieDocuments(
    port,
    claimed,
    await port.documents(request, ticket, signal),
    signal,
  )
  await finish(claimed, await endingOf(answer), {
    documents: answer.documents.length,
    errors: answer.errors.length,
  })
}

function inTime({ deadlineAt, createdAt, ticket }: Claimed): Failure | undefined {
  if (deadlineAt.getTime() > Date.now()) return undefined
  const seconds = Math.round((deadlineAt.getTime() - createdAt.getTime()) / 1000)
  return {
    code: 'timed_out',
    message: `The exchange did not answer within ${countOf(seconds, 'second')}.`,
    details: { lastFailure: ticket?.['lastFailure'] ?? null },
  }
}

/** Decides what follows from an error: another try later, or the end. */
async function handle(error: unknown, claimed: Claimed, interrupted: boolean): Promise<void> {
  const { id, looks, failures } = claimed
  if (error instanceof LeaseLost) return
  // The worker stops, or the turn is over: the next turn goes on with what is stored.
  if (interrupted)
    return await releaseHieRequest(claimed, { ticket: {}, looks, failures, inSeconds: 0 })
  const known = error instanceof ApiError
  if (!known) log.error({ error, requestId: id }, 'a request to an exchange failed unexpectedly')
  const failure: Failure = known
    ? { code: error.code, message: error.message, details: error.details }
    : { code: 'unexpected_error', message: 'The request failed unexpectedly.' }
  if (known ? !mayPass(error) : failures >= maxSurprises)
    return await finish(claimed, { status: 'failed', error: failure })
  const asked = known ? Number(error.headers['retry-after']) : NaN
  const inSeconds = Math.max(
    Math.min(longestRestSeconds, 2 ** (failures + 1)),
    Number.isFinite(asked) ? asked : 0,
  )
  await releaseHieRequest(claimed, {
    ticket: { lastFailure: { code: failure.code, message: failure.message } },
    looks,
    failures: failures + 1,
    inSeconds,
  })
}

/**
 * Moves a request one step forward: starts it, or checks whether it is ready and fetches the
 * result. A temporary failure is tried again later, until the deadline; any other ends the request.
 * After a crash the next worker repeats the step, which every adapter allows.
 */
export async function workOnHieRequest(claimed: Claimed, signal: AbortSignal): Promise<void> {
  const { id, request, ticket, looks } = claimed
  try {
    const late = inTime(claimed)
    if (late) return await finish(claimed, { status: 'failed', error: late })
    const port = await portOf(claimed)
    const started = ticket?.['started'] === true
    const progress = started
      ? await port.poll(request, ticket ?? {}, signal)
      : await port.start(request, { requestId: id, signal })
    if (progress.status === 'ready') return await fetchAndFinish(port, claimed, progress, signal)
    // A provider that says "at once" again and again is polled less and less often.
    const shortest = Math.min(1, looks * 0.2)
    const asked = progress.retryAfterSeconds ?? Math.min(longestPauseSeconds, 1.6 ** looks)
    const inSeconds = Math.max(shortest, Math.min(longestRestSeconds, asked))
    await releaseHieRequest(claimed, {
      ticket: { ...progress.ticket, started: true },
      providerRequestId: progress.providerRequestId,
      looks: looks + 1,
      failures: 0,
      inSeconds,
    })
  } catch (error) {
    await handle(error, claimed, signal.aborted)
  }
}
