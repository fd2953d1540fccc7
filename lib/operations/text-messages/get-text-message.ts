import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { textMessages } from '#db/schema/text-messages'
import type { TextMessageView } from '#lib/contracts/integrations/text-messages'
import { ApiError } from '#lib/domain/api-error'
import { isFinalTextStatus } from '#lib/domain/provider/text-message'
import { log } from '#lib/log'
import { requireRun } from '../access/access-sql.ts'
import { openRow } from '../connections/open-connection.ts'
import { defineOutsideOperation, type CallInfo } from '../define-operation.ts'
import { applyTextState, type TextMessageRow } from './apply-text-state.ts'
import { textMessageView } from './text-message-view.ts'

/** How long a reader waits for the provider before it gets the stored status. */
const patienceMs = 10_000

async function getOrThrow(tx: Tx, id: string): Promise<TextMessageRow> {
  const [row] = await tx.select().from(textMessages).where(eq(textMessages.id, id))
  if (!row) throw ApiError.notFound('text message', id)
  return row
}

/** Asks the provider, unless another reader just did. When that fails, the stored status is shown. */
async function look(
  { id, organizationId, connectionId, providerId }: TextMessageRow,
  info: CallInfo,
  signal: AbortSignal,
): Promise<void> {
  if (providerId === null) return
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(organizationId, work)
  const [connection] = await transaction((tx) =>
    tx
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'sms'))),
  )
  if (!connection) return
  try {
    const port = openRow<'sms'>(connection, info)
    const stale = or(
      isNull(textMessages.lookedAt),
      lt(textMessages.lookedAt, sql`now() - make_interval(secs => ${port.lookAfterSeconds})`),
    )
    const mine = await transaction((tx) =>
      tx
        .update(textMessages)
        .set({ lookedAt: sql`now()` })
        .where(and(eq(textMessages.id, id), stale))
        .returning({ id: textMessages.id }),
    )
    if (mine.length === 0) return
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    const news = await port.read(providerId, patience)
    await transaction((tx) => applyTextState(tx, id, news))
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'unexpected'
    log.warn(
      { messageId: id, connectionId, code },
      'the status of a text message could not be read from its provider',
    )
  }
}

/**
 * Reads the status of a text message. While it is under way its provider is also asked, besides the
 * webhooks. Throws 404.
 */
export const getTextMessage = defineOutsideOperation<{ messageId: string }, TextMessageView>({
  name: 'getTextMessage',
  permission: 'letters:read',
  async run({ actor, input: { messageId }, info, signal, transaction }) {
    const row = await transaction(async (tx) => {
      const found = await getOrThrow(tx, messageId)
      if (found.runId)
        await requireRun(tx, actor, found.runId, { what: 'text message', id: messageId })
      return found
    })
    if (!isFinalTextStatus(row.status)) await look(row, info, signal)
    return await transaction(async (tx) => textMessageView(await getOrThrow(tx, messageId)))
  },
})
