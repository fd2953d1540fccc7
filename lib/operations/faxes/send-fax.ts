import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { faxes } from '#db/schema/faxes'
import { ApiError } from '#lib/domain/api-error'
import type { FaxCover } from '#lib/domain/provider/fax'
import { isOutcomeUnknown } from '#lib/domain/provider/outcome-unknown'
import { newId } from '#lib/ids'
import type { FaxPort, ProviderFax } from '#lib/integrations/fax/port'
import { onlyConnection } from '../connections/only-connection.ts'
import { openConnection } from '../connections/open-connection.ts'
import { applyFaxState, type FaxRow } from './apply-fax-state.ts'
import { faxFiles } from './fax-files.ts'

export type FaxCall = {
  /**
   * The same key is the same fax. A call with the key of a fax that was taken answers that one; with
   * the key of one that was not sent, or of which that is unknown, it sends it (again).
   */
  key: string
  runId: string
  connection: string
  to: string
  files: string[]
  cover: FaxCover | undefined
  createdBy: string
  /** The caller knows that earlier calls with this key have ended, if without an answer. */
  takeOver: boolean
  signal: AbortSignal
}

const maxSendMs = 150_000
/** How long a fax stays claimed by one caller; longer than a call may last. */
const leaseSeconds = 160
/** After so long without an end nobody waits for it any more. */
export const givenUpAfterHours = 24
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`

/**
 * Sends stored PDFs as a fax and answers the async result that ends with it. The row is committed
 * before the provider is called; providers have no idempotency keys, so only who may send it twice
 * repeats a call whose outcome is unknown. Throws `unknown_connection`, 404 for an unknown file, 400
 * for files or a number that cannot be faxed, `unavailable` while another call sends it,
 * `provider_error` and `provider_timeout`; their details say `outcome: 'unknown'` when the provider
 * may have taken it.
 */
export async function sendFax(
  organizationId: string,
  call: FaxCall,
): Promise<{ faxId: string; asyncResultId: string }> {
  call.signal.throwIfAborted()
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const connection = await transaction((tx) =>
    onlyConnection(tx, { kind: 'fax', called: 'fax' }, call.connection),
  )
  const port = await openConnection(organizationId, 'fax', connection.slug, { runId: call.runId })
  const content = await faxFiles(organizationId, call.files)
  call.signal.throwIfAborted()
  const row = await transaction((tx) =>
    claim(tx, organizationId, call, { ...connection, pages: content.pages }),
  )
  const { id: faxId, asyncResultId } = row
  if (asyncResultId === null) throw new Error('an outgoing fax has no async result')
  if (row.providerId !== null) return { faxId, asyncResultId }
  try {
    const sent = await send(port, call, content, row.provider)
    await transaction(async (tx) => {
      await tx
        .update(faxes)
        .set({ nextLookAt: sql`now() + make_interval(secs => ${port.lookAfterSeconds})` })
        .where(eq(faxes.id, faxId))
      await applyFaxState(tx, faxId, sent)
    })
    return { faxId, asyncResultId }
  } catch (error) {
    await transaction((tx) => storeFailure(tx, row, error))
    throw isOutcomeUnknown(error) ? unknownOutcome(error, row) : error
  }
}

/** Commits the intent to send, or takes over a fax that nobody sends now. */
async function claim(
  tx: Tx,
  organizationId: string,
  { key, runId, createdBy, takeOver }: FaxCall,
  connection: { id: string; slug: string; provider: string; pages: number },
): Promise<FaxRow> {
  const [before] = await tx.select().from(faxes).where(eq(faxes.key, key)).for('update')
  if (!before) return await create(tx, { organizationId, key, runId, createdBy }, connection)
  if (before.providerId !== null) return before
  const isFree = or(isNull(faxes.attemptUntil), lt(faxes.attemptUntil, sql`now()`))
  const [row] = await tx
    .update(faxes)
    .set({
      status: 'sending',
      attempts: before.attempts + 1,
      attemptUntil: leaseEnd,
      failure: null,
    })
    .where(and(eq(faxes.id, before.id), takeOver ? undefined : isFree))
    .returning()
  if (row) return row
  throw new ApiError(
    'unavailable',
    'Another call is still sending this fax. Try again in a moment.',
    { faxId: before.id },
    { headers: { 'retry-after': '10' } },
  )
}

async function create(
  tx: Tx,
  owner: Pick<FaxRow, 'organizationId' | 'key' | 'runId' | 'createdBy'>,
  { id, slug, provider, pages }: { id: string; slug: string; provider: string; pages: number },
): Promise<FaxRow> {
  const { organizationId, createdBy } = owner
  const asyncResultId = newId()
  await tx.insert(asyncResults).values({
    id: asyncResultId,
    organizationId,
    kind: 'fax',
    description: `A fax by ${slug}`,
    createdBy,
    dueAt: sql`now() + make_interval(hours => ${givenUpAfterHours})`,
    dueOutcome: {
      status: 'failed',
      error: {
        code: 'timed_out',
        message: `The provider did not say within ${givenUpAfterHours} hours how the fax ended.`,
      },
    },
  })
  const [made] = await tx
    .insert(faxes)
    .values({
      ...owner,
      id: newId(),
      direction: 'out',
      connectionId: id,
      connection: slug,
      provider,
      pages,
      status: 'sending',
      asyncResultId,
      attemptUntil: leaseEnd,
    })
    .returning()
  if (!made) throw new Error('the fax was not written')
  return made
}

async function send(
  port: FaxPort,
  { to, cover, signal }: FaxCall,
  { pdfs, pages }: { pdfs: Uint8Array[]; pages: number },
  provider: string,
): Promise<ProviderFax> {
  const timeout = AbortSignal.timeout(maxSendMs)
  try {
    return await port.send({ to, cover, pdfs, pages }, AbortSignal.any([signal, timeout]))
  } catch (error) {
    if (!timeout.aborted || error instanceof ApiError) throw error
    throw new ApiError(
      'provider_timeout',
      `The provider did not answer within ${maxSendMs / 1000} seconds.`,
      { provider },
      { cause: error },
    )
  }
}

/** Records how the attempt ended. */
async function storeFailure(tx: Tx, { id, attempts }: FaxRow, error: unknown): Promise<void> {
  const failure =
    error instanceof ApiError
      ? { code: error.code, message: error.message }
      : { code: 'interrupted', message: 'Sending was interrupted.' }
  const status = isOutcomeUnknown(error) ? 'unknown' : 'not_sent'
  await tx
    .update(faxes)
    .set({ status, failure, attemptUntil: null })
    .where(and(eq(faxes.id, id), eq(faxes.attempts, attempts), isNull(faxes.providerId)))
}

function unknownOutcome(error: unknown, { id }: FaxRow): unknown {
  if (!(error instanceof ApiError)) return error
  return new ApiError(
    error.code as 'provider_error',
    `${error.message} It is unknown whether the provider took the fax. ` +
      'Look for it in the provider’s dashboard before it is sent again.',
    { ...error.details, faxId: id, outcome: 'unknown' },
    { headers: error.headers, cause: error },
  )
}
