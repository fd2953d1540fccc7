import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { textMessages } from '#db/schema/text-messages'
import { ApiError } from '#lib/domain/api-error'
import { isOutcomeUnknown } from '#lib/domain/provider/outcome-unknown'
import type { TextMessageStatus } from '#lib/domain/provider/text-message'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import type { ProviderText, SmsPort } from '#lib/integrations/sms/port'
import { onlyConnection } from '../connections/only-connection.ts'
import { openConnection } from '../connections/open-connection.ts'
import { hookToken } from '../hie/hook-token.ts'
import { applyTextState, type TextMessageRow } from './apply-text-state.ts'

export type TextMessageCall = {
  /**
   * The same key is the same message. A call with the key of a message that was sent answers that
   * one; with the key of one that was not sent, or of which that is unknown, it sends it (again).
   */
  key: string
  /** A slug; without it the organization's only connection for text messages is used. */
  connection?: string | undefined
  /** With the country code: +12125550100. */
  to: string
  /** At most 1,600 characters, without patient data. It is not kept. */
  text: string
  runId?: string | undefined
  /** The API's request, for the connection's last calls. */
  requestId?: string | undefined
  createdBy: string
  /** The caller knows that earlier calls with this key have ended, if without an answer. */
  takeOver?: boolean
  signal: AbortSignal
}
export type SentTextMessage = { messageId: string; status: TextMessageStatus }

const maxSendMs = 60_000
/** How long a message stays claimed by one caller; longer than a call may last. */
const leaseSeconds = 70
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`

/**
 * Sends a text message. It is committed before the provider is called; providers have no
 * idempotency keys, so only who may send it twice repeats a call whose outcome is unknown. Throws
 * `unknown_connection`, 400 for a number or a text that the provider refuses, `unavailable` while
 * another call sends it, `provider_error` and `provider_timeout`; their details say
 * `outcome: 'unknown'` when the provider may have sent it.
 */
export async function sendTextMessage(
  organizationId: string,
  call: TextMessageCall,
): Promise<SentTextMessage> {
  call.signal.throwIfAborted()
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const connection = await transaction((tx) =>
    onlyConnection(tx, { kind: 'sms', called: 'text message' }, call.connection),
  )
  const port = await openConnection(organizationId, 'sms', connection.slug, {
    runId: call.runId,
    requestId: call.requestId,
  })
  const row = await transaction((tx) => claim(tx, organizationId, call, connection))
  if (row.providerId !== null) return { messageId: row.id, status: row.status }
  try {
    const sent = await send(port, call, row)
    const stored = await transaction((tx) => applyTextState(tx, row.id, sent))
    return { messageId: row.id, status: stored?.status ?? sent.status }
  } catch (error) {
    const reported = await transaction((tx) => storeFailure(tx, row, error))
    if (reported) return { messageId: row.id, status: reported.status }
    throw isOutcomeUnknown(error) ? unknownOutcome(error, row) : error
  }
}

/** Commits the intent to send, or takes over a message that nobody sends now. */
async function claim(
  tx: Tx,
  organizationId: string,
  { key, runId, createdBy, takeOver = false }: TextMessageCall,
  connection: { id: string; slug: string; provider: string },
): Promise<TextMessageRow> {
  const [made] = await tx
    .insert(textMessages)
    .values({
      id: newId(),
      organizationId,
      key,
      connectionId: connection.id,
      connection: connection.slug,
      provider: connection.provider,
      status: 'sending',
      attemptUntil: leaseEnd,
      runId: runId ?? null,
      createdBy,
    })
    .onConflictDoNothing()
    .returning()
  if (made) return made
  const [before] = await tx
    .select()
    .from(textMessages)
    .where(eq(textMessages.key, key))
    .for('update')
  if (!before) throw new Error('a text message with this key was neither found nor created')
  if (before.providerId !== null) return before
  const isFree = or(isNull(textMessages.attemptUntil), lt(textMessages.attemptUntil, sql`now()`))
  const [row] = await tx
    .update(textMessages)
    .set({
      status: 'sending',
      attempts: before.attempts + 1,
      attemptUntil: leaseEnd,
      failure: null,
      connectionId: connection.id,
      connection: connection.slug,
      provider: connection.provider,
    })
    .where(and(eq(textMessages.id, before.id), takeOver ? undefined : isFree))
    .returning()
  if (row) return row
  throw new ApiError(
    'unavailable',
    'Another call is still sending this text message. Try again in a moment.',
    { messageId: before.id },
    { headers: { 'retry-after': '10' } },
  )
}

/**
 * Where the provider reports how the message fares. A provider cannot reach an address without
 * TLS, such as that of a developer's machine.
 */
export function statusUrlOf({
  organizationId,
  connectionId,
  id,
}: Pick<TextMessageRow, 'organizationId' | 'connectionId' | 'id'>): string {
  return `${env().BASE_URL}/api/v2/hooks/sms/${hookToken({ organizationId, connectionId })}/${id}`
}

async function send(
  port: SmsPort,
  { to, text, signal }: TextMessageCall,
  row: TextMessageRow,
): Promise<ProviderText> {
  const timeout = AbortSignal.timeout(maxSendMs)
  const statusUrl = statusUrlOf(row)
  try {
    return await port.send(
      { to, text },
      {
        statusUrl: statusUrl.startsWith('https:') ? statusUrl : undefined,
        signal: AbortSignal.any([signal, timeout]),
      },
    )
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

/**
 * Records how the attempt ended. Answers the message when the provider has reported on it meanwhile:
 * then it was sent.
 */
async function storeFailure(
  tx: Tx,
  { id, attempts }: TextMessageRow,
  error: unknown,
): Promise<TextMessageRow | undefined> {
  const failure =
    error instanceof ApiError
      ? { code: error.code, message: error.message }
      : { code: 'interrupted', message: 'Sending was interrupted.' }
  await tx
    .update(textMessages)
    .set({ status: isOutcomeUnknown(error) ? 'unknown' : 'not_sent', failure, attemptUntil: null })
    .where(
      and(
        eq(textMessages.id, id),
        eq(textMessages.attempts, attempts),
        isNull(textMessages.providerId),
      ),
    )
  const [row] = await tx
    .select()
    .from(textMessages)
    .where(and(eq(textMessages.id, id), isNotNull(textMessages.providerId)))
  return row
}

function unknownOutcome(error: unknown, { id }: TextMessageRow): unknown {
  if (!(error instanceof ApiError)) return error
  return new ApiError(
    error.code as 'provider_error',
    `${error.message} It is unknown whether the text message was sent.`,
    { ...error.details, messageId: id, outcome: 'unknown' },
    { headers: error.headers, cause: error },
  )
}
