import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { letters } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'
import type { AddressPolicy } from '#lib/domain/provider/address-check'
import type { LetterStatus } from '#lib/domain/provider/letter-words'
import type { Letter, LettersPort, ProviderLetter } from '#lib/integrations/letters/port'
import { log } from '#lib/log'
import { openConnection } from '../connections/open-connection.ts'
import { applyLetterEvents } from './apply-letter-events.ts'
import { insertLetterResult } from './letter-result.ts'
import { firstLookSeconds } from './look-again.ts'
import {
  claimLetter,
  findAnswered,
  findRecipient,
  type LetterRow,
  type NewLetter,
} from './claim-letter.ts'
import { decideAddress, type DecidedAddress, type UndecidedAddress } from './decide-address.ts'
import { onlyConnection } from '../connections/only-connection.ts'
import { isOutcomeUnknown } from '#lib/domain/provider/outcome-unknown'
import { requirePrintable } from './require-printable.ts'

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
  /** What to do when the check of the recipient's address finds something. */
  addressPolicy: AddressPolicy
  /** A person has seen what the check found, and wants this address. */
  confirmed?: boolean
  /** Makes an async result that ends with the letter. */
  waits?: boolean
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
  /** The carrier's; plain mail has none, and others may get it later. */
  trackingNumber: string | null
  /** Ends with the letter, when somebody waits for that. */
  asyncResultId: string | null
}

/** For both tries together; shorter than the claim of a letter (claim-letter.ts). */
const maxSendMs = 120_000

const fingerprintOf = (
  connection: string,
  { to, from, color, doubleSided, metadata, extraService }: Letter,
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
        // Plain mail is as it was before there was a choice: keys of then stay good.
        ...(extraService === 'none' ? [] : [extraService]),
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
 * the provider is called, and its id is the provider's idempotency key. Its address is checked and
 * decided on before, once: later attempts print what was committed. Repeated calls get the answer of
 * the first. Throws 400 for a letter that cannot be printed or delivered, `unknown_connection`, 409
 * (the key has another letter, the letter is being sent, its outcome stays unknown),
 * `provider_error` and `provider_timeout`; their details say `outcome: 'unknown'` when the provider
 * may have accepted the letter.
 */
export async function mailLetter(
  call: LetterCall,
): Promise<(Mailed & { isNew: boolean }) | UndecidedAddress> {
  const { organizationId, key, letter, pdf } = call
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const answered = async (fingerprint: string) => {
    const found = await transaction((tx) => findAnswered(tx, key, fingerprint))
    return found && { ...found, isNew: false }
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
  const address = await recipientOf(port, call)
  if ('undecided' in address) return address
  const wanted = newLetter(call, connection, { fingerprint, pages, ...address })
  const claim = await transaction(async (tx) => await claimWithFile(tx, call, wanted, port))
  if (!claim) {
    const meanwhile = await answered(fingerprint)
    if (!meanwhile) throw new Error('a letter was answered and then not')
    return meanwhile
  }
  const { row, isNew } = claim
  const sent = await send(port, call, claim).catch(async (error: unknown) => {
    throw await storeFailure(error, call, claim)
  })
  const answer = await transaction((tx) => storeAnswer(tx, call, row, { sent, port }))
  return { ...answer, isNew }
}

/** The address to print: that of an earlier attempt, which may have sent it, or one that is checked. */
async function recipientOf(
  port: LettersPort,
  { organizationId, key, letter, addressPolicy, confirmed = false, signal }: LetterCall,
): Promise<DecidedAddress | UndecidedAddress> {
  const earlier = await inOrganization(organizationId, (tx) => findRecipient(tx, key))
  if (earlier) return earlier
  return await decideAddress(port, { letter, addressPolicy, confirmed, signal })
}

/** Claims the letter; a new one gets its file, and the async result for which somebody waits. */
async function claimWithFile(
  tx: Tx,
  { fileOf, waits = false }: LetterCall,
  wanted: NewLetter,
  { idempotencyHours }: LettersPort,
): Promise<Awaited<ReturnType<typeof claimLetter>>> {
  const claimed = await claimLetter(tx, wanted, idempotencyHours)
  if (!claimed?.isNew) return claimed
  const { id, organizationId, connection } = claimed.row
  const asyncResultId = waits ? await insertLetterResult(tx, organizationId, connection) : null
  await tx
    .update(letters)
    .set({ fileId: await fileOf(tx), asyncResultId })
    .where(eq(letters.id, id))
  return { ...claimed, row: { ...claimed.row, asyncResultId } }
}

type Claim = NonNullable<Awaited<ReturnType<typeof claimLetter>>>

function newLetter(
  { organizationId, key, letter, runId, createdBy }: LetterCall,
  connection: { id: string; slug: string; provider: string },
  { to, ...decided }: DecidedAddress & { fingerprint: string; pages: number },
): NewLetter {
  const { to: _given, from, ...printed } = letter
  return {
    organizationId,
    key,
    ...decided,
    connectionId: connection.id,
    connection: connection.slug,
    provider: connection.provider,
    recipient: to,
    sender: from,
    ...printed,
    runId,
    createdBy,
  }
}

/** Sends the letter to the provider. Throws `provider_timeout` when that takes too long. */
async function send(port: LettersPort, call: LetterCall, { row }: Claim): Promise<ProviderLetter> {
  const timeout = AbortSignal.timeout(maxSendMs)
  try {
    const letter = { ...call.letter, to: row.recipient }
    return await sendTwice(port, letter, {
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
  { sent, port }: { sent: ProviderLetter; port: LettersPort },
): Promise<Mailed> {
  const seconds = Math.max(firstLookSeconds, port.lookAfterSeconds)
  await tx
    .update(letters)
    .set({ nextLookAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(letters.id, row.id))
  const status = await applyLetterEvents(tx, row, sent)
  const { expectedDeliveryDate, trackingNumber } = sent
  await tx
    .update(letters)
    .set({ answer: { status, expectedDeliveryDate }, attemptUntil: null, failure: null })
    .where(eq(letters.id, row.id))
  const { id, connection, pages, asyncResultId } = row
  await call.onSent?.(tx, { id, connection, pages })
  return { trackingId: id, status, expectedDeliveryDate, trackingNumber, asyncResultId }
}
