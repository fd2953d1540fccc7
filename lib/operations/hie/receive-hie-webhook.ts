import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { hieRequests } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { storableJson } from '#lib/domain/text'
import type { HieUpdate } from '#lib/integrations/hie/port'
import { log } from '#lib/log'
import { openRow } from '../connections/open-connection.ts'
import { readHookToken } from './hook-token.ts'

type Message = { token: string; headers: { get(name: string): string | null }; body: Uint8Array }

const unknown = (): ApiError =>
  new ApiError(
    'not_found',
    'There is no webhook at this address. Copy the address of the connection again.',
  )

/**
 * Stores the message with its request and makes the request due at once. A message without a known
 * request is ignored.
 */
async function keep(
  organizationId: string,
  connectionId: string,
  { requestId, providerRequestId, patientId, ticket }: HieUpdate,
): Promise<number> {
  const ids = [
    ...(requestId === undefined ? [] : [eq(hieRequests.id, requestId)]),
    ...(providerRequestId === undefined
      ? []
      : [eq(hieRequests.providerRequestId, providerRequestId)]),
  ]
  if (ids.length === 0) return 0
  const about = and(
    eq(hieRequests.connectionId, connectionId),
    isNull(hieRequests.finishedAt),
    sql`${hieRequests.request}->>'patientId' = ${patientId}`,
    or(...ids),
  )
  const kept = await inOrganization(organizationId, (tx) =>
    tx
      .update(hieRequests)
      .set({
        ticket: sql`coalesce(${hieRequests.ticket},
          '{}'::jsonb) || ${JSON.stringify(storableJson(ticket))}::jsonb`,
        nextLookAt: sql`now()`,
      })
      .where(about)
      .returning({ id: hieRequests.id }),
  )
  return kept.length
}

/**
 * Receives a provider's message: verifies the address and the signature, writes what is new, and
 * answers. A worker does the work, because providers wait only a few seconds. A repeated message
 * changes nothing. Throws 404 for an unknown address, 401 for a wrong signature.
 */
export async function receiveHieWebhook(
  _nobody: Actor,
  { token, headers, body }: Message,
): Promise<Record<string, unknown>> {
  const hook = readHookToken(token)
  if (!hook) throw unknown()
  const { organizationId, connectionId } = hook
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'hie'))),
  )
  const webhooks = row && openRow<'hie'>(row).webhooks
  if (!webhooks) throw unknown()
  const { reply, news } = webhooks.receive(headers, body)
  for (const one of news) {
    const requests = await keep(organizationId, connectionId, one)
    log.info({ connectionId, requests }, 'a webhook of an exchange was received')
  }
  return reply
}
