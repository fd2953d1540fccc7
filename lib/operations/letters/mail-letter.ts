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
import { claimLetter, findAnswered, type LetterRow } from './claim-letter.ts'
import { letterConnection } from './letter-connection.ts'
import { isOutcomeUnknown } from './outcome-unknown.ts'

export type LetterCall = {
  organizationId: string
  createdBy: string
  runId: string | null
  /** The API's request, for the connection's last calls. */
  requestId?: string | undefined
  /** The same key is the same letter. */
  key: string
  /** How a caller sends the same again when the outcome is unknown; for the error's details. */
  repeatWith: string | undefined
  /** A slug; left out, it is the organization's only letters connection. */
  connection: string | undefined
  letter: Letter
  pdf: { bytes: Uint8Array; sha256: string }
  /** Names the file that is sent, in the transaction that makes the letter. */
  fileOf(tx: Tx): Promise<string>
  signal: AbortSignal
  /** In the transaction that keeps the outcome. */
  onSent?(tx: Tx, letter: { id: string; connection: string; pages: number }): Promise<void>
}
export type Mailed = {
  trackingId: string
  status: LetterStatus
  expectedDeliveryDate: string | null
}

/** Both tries together; shorter than a caller may have the letter (claim-letter.ts). */
const patienceMs = 120_000

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
 * A call that got no answer is made once more at once: the provider knows the key, so it is no
 * second letter.
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
      'no answer whether a letter was taken; asking again with its key',
    )
    return await port.send(letter, options)
  }
}

/** Only whoever still has the letter may write how its attempt ended. */
const attemptHeld = ({ id, attempts }: LetterRow) =>
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
    `${error.message} It is not known whether the letter was taken. ${how}`,
    details,
    { headers: error.headers, cause: error },
  )
}

/**
 * Sends a letter once, however often it is called with the same key: the letter is committed before
 * the provider is called, and its id is the provider's idempotency key. Answers what the first call
 * was answered. Throws 400 for what cannot be printed, `unknown_connection`, 409 (another letter
 * has this key, it is being sent, its outcome stays unknown), `provider_error` and
 * `provider_timeout`, whose details say `outcome: 'unknown'` where the provider may have taken the
 * letter.
 */
export async function mailLetter(call: LetterCall): Promise<Mailed & { isNew: boolean }> {
  const { organizationId, key, letter, pdf } = call
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const answered = async (fingerprint: string) => {
    const found = await transaction((tx) => findAnswered(tx, key, fingerprint))
    return found && { trackingId: found.id, ...found.answer, isNew: false }
  }
  const connection = await transaction((tx) => letterConnection(tx, call.connection))
  const fingerprint = fingerprintOf(connection.slug, letter, pdf.sha256)
  const first = await answered(fingerprint)
  if (first) return first

  const port = await openConnection(organizationId, 'letters', connection.slug, {
    runId: call.runId ?? undefined,
    requestId: call.requestId,
  })
  const issues = port.rules.issuesOf(letter)
  if (issues.length > 0) throw ApiError.invalid(issues)
  const { doubleSided } = letter
  const pages = await checkLetterPdf(pdf.bytes, { doubleSided, organizationId })
  call.signal.throwIfAborted()
  const { to, from, ...printed } = letter
  const wanted = {
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
    runId: call.runId,
    createdBy: call.createdBy,
  }
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

  const { row, isNew, mayBeSent } = claim
  const patience = AbortSignal.timeout(patienceMs)
  let taken: ProviderLetter
  try {
    taken = await sendTwice(port, letter, {
      pdf: pdf.bytes,
      pages,
      idempotencyKey: row.id,
      signal: AbortSignal.any([call.signal, patience]),
    })
  } catch (thrown) {
    const error =
      patience.aborted && !(thrown instanceof ApiError)
        ? new ApiError(
            'provider_timeout',
            `The provider did not answer within ${patienceMs / 1000} seconds.`,
            { provider: connection.provider },
            { cause: thrown },
          )
        : thrown
    // A refusal of the letter itself shows that no earlier attempt made it: the provider would have
    // answered that one.
    const unknown =
      isOutcomeUnknown(error) ||
      (mayBeSent && !(error instanceof ApiError && error.code === 'invalid_request'))
    const failure =
      error instanceof ApiError
        ? { code: error.code, message: error.message }
        : { code: 'interrupted', message: 'Sending was interrupted.' }
    await transaction((tx) =>
      tx
        .update(letters)
        .set({ status: unknown ? 'unknown' : 'not_sent', failure, attemptUntil: null })
        .where(attemptHeld(row)),
    )
    throw unknown ? unknownOutcome(error, row, call.repeatWith) : error
  }
  const answer = await transaction(async (tx) => {
    const status = await applyLetterEvents(tx, row, taken)
    const told = { status, expectedDeliveryDate: taken.expectedDeliveryDate }
    await tx
      .update(letters)
      .set({ answer: told, attemptUntil: null, failure: null })
      .where(eq(letters.id, row.id))
    await call.onSent?.(tx, { id: row.id, connection: connection.slug, pages })
    return told
  })
  return { trackingId: row.id, ...answer, isNew }
}
