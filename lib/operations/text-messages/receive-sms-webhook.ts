import { and, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import { openRow } from '../connections/open-connection.ts'
import { readHookToken } from '../hie/hook-token.ts'
import { applyTextState } from './apply-text-state.ts'
import { statusUrlOf } from './send-text-message.ts'

type Message = {
  token: string
  messageId: string
  headers: { get(name: string): string | null }
  body: Uint8Array
}

const unknown = (): ApiError =>
  new ApiError('not_found', 'There is no webhook of a text message at this address.')

/**
 * Receives a provider's report on a text message: verifies the address and the signature, and
 * writes what is new. A repeated report changes nothing, and reports may arrive in any order. Throws
 * 404 for an unknown address, 401 for a wrong signature.
 */
export async function receiveSmsWebhook(
  _nobody: Actor,
  { token, messageId, headers, body }: Message,
): Promise<Record<string, unknown>> {
  const hook = readHookToken(token)
  if (!hook) throw unknown()
  const { organizationId, connectionId } = hook
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'sms'))),
  )
  const webhooks = row && openRow<'sms'>(row).webhooks
  if (!webhooks) throw unknown()
  const url = statusUrlOf({ organizationId, connectionId, id: messageId })
  const news = await webhooks.receive({ url, headers, body })
  if (!news) return {}
  const stored = await inOrganization(organizationId, (tx) => applyTextState(tx, messageId, news))
  log.info(
    { connectionId, messageId: stored?.id ?? null, status: stored?.status ?? null },
    'a webhook of a text message was received',
  )
  return {}
}
