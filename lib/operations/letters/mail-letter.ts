import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'
import type { LetterStatus } from '#lib/domain/provider/letter'
import type { Letter, LettersPort, ProviderLetter } from '#lib/integrations/letters/port'
import { log } from '#lib/log'
import { openConnection } from '../connections/open-connection.ts'
import { applyLetterEvents } from './apply-letter-events.ts'
import { checkLetterPdf } from './check-letter-pdf.ts'
import { claimLetter, findAnswered, type LetterRow, type NewLetter } from './claim-letter.ts'
import { onlyConnection } from '../connections/only-connection.ts'
import { isOutcomeUnknown } from '#lib/domain/provider/outcome-unknown'

export type LetterCall = {
  organizationId: string
  createdBy: string
  runId: string | null
  /** The API's request, for the connection's last calls. */
  requestId?: string | undefined
  /** The same key means the same letter. */
  key: string
  /** How a caller repeats a request with an unknown outcome; for the error's details. */
  repeatWith: string | undefined
  /** A slug; without it the organization's only letters connection is used. */
  connection: string | undefined
  letter: Letter
  pdf: { bytes: Uint8Array; sha256: string }
  /** Answers the file that is sent, in the transaction that creates the letter. */
  fileOf(tx: Tx): Promise<string>
  signal: AbortSignal
  /** Runs in the transaction that stores the outcome. */
  onSent?(tx: Tx, letter: { id: string; connection: string; pages: number }): Promise<void>
}
export type Mailed = {
  trackingId: string
  status: LetterStatus
  expectedDeliveryDate: string | null
}

/** For both tries together; shorter than the claim of a letter (claim-letter.ts). */
const maxSendMs = 120_000

const fingerprintOf = (
  connection: string,
  { to, from, color, doubleSided, metadata }: Letter,
  sha256: string,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        connection,
        to,
        from,
        color,
        doubleSided,
        Object.entries(metadata).sort(([one], [other]) => (one < other ? -1 : 1)),
        sha256,
      ]),
    )
    .digest('hex')

/**
 * Repeats a call without an answer once at once: the provider knows the key, so it makes no second
 * letter.
 */
async function sendTwice(
  port: LettersPort,
  letter: Letter,
  options: Parameters<LettersPort['send']>[1],
): Promise<ProviderLetter> {
  try {
    return await port.send(letter, options)
  } catch (error) {
    if (!isOutcomeUnknown(error) || options.signal.aborted) throw error
    log.warn(
      {
        letterId: options.idempotencyKey,
        code: error instanceof ApiError ? error.code : 'unexpected',
      },
      'a provider did not answer whether it accepted a letter; the call is repeated with its key',
    )
    return await port.send(letter, options)
  }
}

/** True for the letter of this attempt: another attempt may have taken it over. */
const isSameAttempt = ({ id, attempts }: LetterRow) =>
  and(eq(letters.id, id), eq(letters.attempts, attempts))

function unknownOutcome(
  error: unknown,
  { id }: LetterRow,
  repeatWith: string | undefined,
): unknown {
  if (!(error instanceof ApiError)) return error
  const how = repeatWith
    ? 'Send the same request again with the same key: that makes no second letter.'
    : 'It is tried again with the same key.'
  const details = {
    ...error.details,
    trackingId: id,
    outcome: 'unknown',
    ...(repeatWith ? { idempotencyKey: repeatWith } : {}),
  }
  return new ApiError(
    error.code as 'provider_error',
    `${error.message} It is unknown whether the provider accepted the letter. ${how}`,
    details,
    { headers: error.headers, cause: error },
  )
}

/**
 * Sends a letter once, however often it is called with the same key: the letter is committed before
 * the provider is called, and its id is the provider's idempotency key. Repeated calls get the
 * answer of the first. Throws 400 for a letter that cannot be printed, `unknown_connection`, 409
 * (the key has another letter, the letter is being sent, its outcome stays unknown),
 * `provider_error` and `provider_timeout`; their details say `outcome: 'unknown'` when the provider
 * may have accepted the letter.
 */
export async function mailLetter(call: LetterCall): Promise<Mailed & { isNew: boolean }> {
  const { organizationId, key, letter, pdf } = call
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const answered = async (fingerprint: string) => {
    const found = await transaction((tx) => findAnswered(tx, key, fingerprint))
    return found && { trackingId: found.id, ...found.answer, isNew: false }
  }
  const connection = await transaction((tx) =>
    onlyConnection(tx, { kind: 'letters', called: 'letters' }, call.connection),
  )
  const fingerprint = fingerprintOf(connection.slug, letter, pdf.sha256)
  const first = await answered(fingerprint)
  if (first) return first

  const port = await openConnection(organizationId, 'letters', connection.slug, {
    runId: call.runId ?? undefined,
    requestId: call.requestId,
  })
  const pages = await requirePrintable(port, call)
  const wanted = newLetter(call, connection, fingerprint, pages)
  const claim = await transaction(async (tx) => {
    const claimed = await claimLetter(tx, wanted, port.idempotencyHours)
    if (claimed?.isNew)
      await tx
        .update(letters)
        .set({ fileId: await call.fileOf(tx) })
        .where(eq(letters.id, claimed.row.id))
    return claimed
  })
  if (!claim) {
    const meanwhile = await answered(fingerprint)
    if (!meanwhile) throw new Error('a letter was answered and then not')
    return meanwhile
  }
  const { row, isNew } = claim
  const sent = await send(port, call, claim).catch(async (error: unknown) => {
    throw await storeFailure(error, call, claim)
  })
  const answer = await transaction((tx) => storeAnswer(tx, call, row, sent))
  return { trackingId: row.id, ...answer, isNew }
}

type Claim = NonNullable<Awaited<ReturnType<typeof claimLetter>>>

/** Answers the number of pages. Throws 400 for a letter that the provider cannot print. */
async function requirePrintable(port: LettersPort, call: LetterCall): Promise<number> {
  const { letter, pdf, organizationId } = call
  const issues = port.rules.issuesOf(letter)
  if (issues.length > 0) throw ApiError.invalid(issues)
  const { doubleSided } = letter
  const pages = await checkLetterPdf(pdf.bytes, { doubleSided, organizationId })
  call.signal.throwIfAborted()
  return pages
}

function newLetter(
  { organizationId, key, letter, runId, createdBy }: LetterCall,
  connection: { id: string; slug: string; provider: string },
  fingerprint: string,
  pages: number,
): NewLetter {
  const { to, from, ...printed } = letter
  return {
    organizationId,
    key,
    fingerprint,
    connectionId: connection.id,
    connection: connection.slug,
    provider: connection.provider,
    recipient: to,
    sender: from,
    ...printed,
    pages,
    runId,
    createdBy,
  }
}

/** Sends the letter to the provider. Throws `provider_timeout` when that takes too long. */
async function send(port: LettersPort, call: LetterCall, { row }: Claim): Promise<ProviderLetter> {
  const timeout = AbortSignal.timeout(maxSendMs)
  try {
    return await sendTwice(port, call.letter, {
      pdf: call.pdf.bytes,
      pages: row.pages,
      idempotencyKey: row.id,
      signal: AbortSignal.any([call.signal, timeout]),
    })
  } catch (error) {
    if (!timeout.aborted || error instanceof ApiError) throw error
    throw new ApiError(
      'provider_timeout',
      `The provider did not answer within ${maxSendMs / 1000} seconds.`,
      { provider: row.provider },
      { cause: error },
    )
  }
}

/** Records how the attempt ended. Answers the error for the caller. */
async function storeFailure(
  error: unknown,
  { organizationId, repeatWith }: LetterCall,
  { row, mayBeSent }: Claim,
): Promise<unknown> {
  const known = error instanceof ApiError
  // A refusal of the letter itself shows that no earlier attempt succeeded: the provider would have
  // answered with that letter.
  const isRefused = known && error.code === 'invalid_request'
  const isUnknown = isOutcomeUnknown(error) || (mayBeSent && !isRefused)
  const failure = known
    ? { code: error.code, message: error.message }
    : { code: 'interrupted', message: 'Sending was interrupted.' }
  const status = isUnknown ? 'unknown' : 'not_sent'
  await inOrganization(organizationId, (tx) =>
    tx.update(letters).set({ status, failure, attemptUntil: null }).where(isSameAttempt(row)),
  )
  return isUnknown ? unknownOutcome(error, row, repeatWith) : error
}

async function storeAnswer(
  tx: Tx,
  call: LetterCall,
  row: LetterRow,
  sent: ProviderLetter,
): Promise<Pick<Mailed, 'status' | 'expectedDeliveryDate'>> {
  const status = await applyLetterEvents(tx, row, sent)
  const answer = { status, expectedDeliveryDate: sent.expectedDeliveryDate }
  await tx
    .update(letters)
    .set({ answer, attemptUntil: null, failure: null })
    .where(eq(letters.id, row.id))
  const { id, connection, pages } = row
  await call.onSent?.(tx, { id, connection, pages })
  return answer
}
