import { and, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { letters } from '#db/schema/letters'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import { openRow } from '../connections/open-connection.ts'
import { readHookToken } from '../hie/hook-token.ts'
import { applyLetterEvents } from './apply-letter-events.ts'

type Message = { token: string; headers: { get(name: string): string | null }; body: Uint8Array }

const unknown = (): ApiError =>
  new ApiError(
    'not_found',
    'There is no webhook at this address. Copy the address of the connection again.',
  )

/**
 * Receives a provider's message: verifies the address and the signature, and writes what is new. A
 * repeated message changes nothing, and messages may arrive in any order. A message about a letter
 * that is not known (yet) is ignored: reading the letter polls the provider. Throws 404 for an
 * unknown address, 401 for a wrong or old signature.
 */
export async function receiveLetterWebhook(
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
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'letters'))),
  )
  const webhooks = row && openRow<'letters'>(row).webhooks
  if (!webhooks) throw unknown()
  const news = await webhooks.receive(headers, body)
  if (!news) return {}
  await inOrganization(organizationId, async (tx) => {
    const [letter] = await tx
      .select({ id: letters.id, organizationId: letters.organizationId })
      .from(letters)
      .where(and(eq(letters.connectionId, connectionId), eq(letters.providerId, news.providerId)))
    if (letter) await applyLetterEvents(tx, letter, news)
    log.info({ connectionId, letterId: letter?.id ?? null }, 'a webhook of a letter was received')
  })
  return {}
}
