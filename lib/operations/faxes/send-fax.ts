import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { faxes } from '#db/schema/faxes'
import { ApiError } from '#lib/domain/api-error'
import type { FaxCover, FaxRetry } from '#lib/domain/provider/fax'
import { isOutcomeUnknown } from '#lib/domain/provider/outcome-unknown'
import { newId } from '#lib/ids'
import type { FaxPort, ProviderFax } from '#lib/integrations/fax/port'
import { onlyConnection } from '../connections/only-connection.ts'
import { openConnection } from '../connections/open-connection.ts'
import { applyFaxState, type FaxRow } from './apply-fax-state.ts'
import { drawCoverPage } from './cover-page.ts'
import { faxNumberHash, sealFaxDetails, type FaxDetails } from './fax-details.ts'
import { faxFiles } from './fax-files.ts'

export type FaxCall = {
  /**
   * The same key is the same fax. A call with the key of a fax that was taken answers that one; with
   * the key of one that was not sent, or of which that is unknown, it sends it (again).
   */
  key: string
  /** The cover page is a file of this run. */
  runId: string
  connection: string
  to: string
  files: string[]
  cover: FaxCover | undefined
  /** Of the date on the cover page. */
  timeZone: string
  createdBy: string
  /** A step sends it, and waits for its end: as which of its tries. */
  tries?: { series: string; number: number; retry: FaxRetry } | undefined
  /** The fax that somebody sends again by this one. */
  againOf?: string | undefined
  /** Looks again, in the transaction that writes the fax, whether it may be sent. Throws why not. */
  requireFree?: (tx: Tx) => Promise<void>
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

type Content = { pdfs: Uint8Array[]; pages: number; details: FaxDetails }

/** The pages in their order, the cover page first, and what is stored of the fax. */
async function contentOf(organizationId: string, call: FaxCall): Promise<Content> {
  const { key, runId, to, files, cover, timeZone, createdBy, signal } = call
  const already = cover ? 1 : 0
  const { pdfs, pages } = await faxFiles(organizationId, files, already)
  const details = { number: to, line: null, files, timeZone }
  if (!cover) return { pdfs, pages, details: { ...details, cover: null, coverFileId: null } }
  const at = new Date()
  const page = { key, runId, cover, to, pages, timeZone, at, createdBy, signal }
  const coverFileId = await drawCoverPage(organizationId, page)
  // Read again: an earlier attempt with this key may have stored it.
  const stored = await faxFiles(organizationId, [coverFileId])
  return { pdfs: [...stored.pdfs, ...pdfs], pages, details: { ...details, cover, coverFileId } }
}

/**
 * Sends stored PDFs as a fax, after a cover page where there is one. The row is committed before the
 * provider is called; providers have no idempotency keys, so only who may send it twice repeats a
 * call whose outcome is unknown. Throws `unknown_connection`, 404 for an unknown file, 400 for files
 * or a number that cannot be faxed, `unavailable` while another call sends it, `provider_error` and
 * `provider_timeout`; their details say `outcome: 'unknown'` when the provider may have taken it.
 */
export async function placeFax(organizationId: string, call: FaxCall): Promise<FaxRow> {
  call.signal.throwIfAborted()
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const connection = await transaction((tx) =>
    onlyConnection(tx, { kind: 'fax', called: 'fax' }, call.connection),
  )
  const port = await openConnection(organizationId, 'fax', connection.slug, { runId: call.runId })
  const content = await contentOf(organizationId, call)
  call.signal.throwIfAborted()
  const row = await transaction((tx) => claim(tx, organizationId, call, { connection, content }))
  if (row.providerId !== null) return row
  try {
    const sent = await send(port, call, content, row.provider)
    return await transaction(async (tx) => {
      await tx
        .update(faxes)
        .set({ nextLookAt: sql`now() + make_interval(secs => ${port.lookAfterSeconds})` })
        .where(eq(faxes.id, row.id))
      return await applyFaxState(tx, row.id, sent)
    })
  } catch (error) {
    await transaction((tx) => storeFailure(tx, row, error))
    throw isOutcomeUnknown(error) ? unknownOutcome(error, row) : error
  }
}

/** Sends a fax of a step, by the rules of `placeFax`; the async result ends with it. */
export async function sendFax(
  organizationId: string,
  call: FaxCall & Required<Pick<FaxCall, 'tries'>>,
): Promise<{ faxId: string; asyncResultId: string }> {
  const { id: faxId, asyncResultId } = await placeFax(organizationId, call)
  if (asyncResultId === null) throw new Error('a fax of a step has no async result')
  return { faxId, asyncResultId }
}

type Target = { connection: { id: string; slug: string; provider: string }; content: Content }

/** Commits the intent to send, or takes over a fax that nobody sends now. */
async function claim(
  tx: Tx,
  organizationId: string,
  call: FaxCall,
  target: Target,
): Promise<FaxRow> {
  const [before] = await tx.select().from(faxes).where(eq(faxes.key, call.key)).for('update')
  if (!before) return await create(tx, organizationId, call, target)
  if (before.providerId !== null) return before
  const isFree = or(isNull(faxes.attemptUntil), lt(faxes.attemptUntil, sql`now()`))
  const [row] = await tx
    .update(faxes)
    .set({
      status: 'sending',
      attempts: before.attempts + 1,
      attemptUntil: leaseEnd,
      failure: null,
      sealed: sealFaxDetails(before.id, target.content.details),
    })
    .where(and(eq(faxes.id, before.id), call.takeOver ? undefined : isFree))
    .returning()
  if (row) return row
  throw new ApiError(
    'unavailable',
    'Another call is still sending this fax. Try again in a moment.',
    { faxId: before.id },
    { headers: { 'retry-after': '10' } },
  )
}

/** What a step waits for. */
async function createWaiting(
  tx: Tx,
  organizationId: string,
  { slug, createdBy }: { slug: string; createdBy: string },
): Promise<string> {
  const id = newId()
  await tx.insert(asyncResults).values({
    id,
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
  return id
}

async function create(
  tx: Tx,
  organizationId: string,
  { key, runId, createdBy, to, tries, againOf, requireFree }: FaxCall,
  { connection, content: { pages, details } }: Target,
): Promise<FaxRow> {
  await requireFree?.(tx)
  const { id: connectionId, slug, provider } = connection
  const id = newId()
  const [made] = await tx
    .insert(faxes)
    .values({
      id,
      organizationId,
      key,
      runId,
      createdBy,
      direction: 'out',
      connectionId,
      connection: slug,
      provider,
      pages,
      status: 'sending',
      asyncResultId: tries ? await createWaiting(tx, organizationId, { slug, createdBy }) : null,
      attemptUntil: leaseEnd,
      series: tries?.series ?? null,
      tryNumber: tries?.number ?? 1,
      retry: tries?.retry ?? null,
      againOf: againOf ?? null,
      sealed: sealFaxDetails(id, details),
      numberHash: faxNumberHash(organizationId, to),
    })
    .returning()
  if (!made) throw new Error('the fax was not written')
  return made
}

async function send(
  port: FaxPort,
  { to, signal }: FaxCall,
  { pdfs, pages }: Content,
  provider: string,
): Promise<ProviderFax> {
  const timeout = AbortSignal.timeout(maxSendMs)
  try {
    return await port.send({ to, pdfs, pages }, AbortSignal.any([signal, timeout]))
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
