import { and, eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { faxes } from '#db/schema/faxes'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import { openRow } from '../connections/open-connection.ts'
import { readHookToken } from '../hie/hook-token.ts'

type Message = { token: string; headers: { get(name: string): string | null }; body: Uint8Array }
type Connection = typeof connections.$inferSelect

const unknown = (): ApiError =>
  new ApiError(
    'not_found',
    'There is no webhook at this address. Copy the address of the connection again.',
  )

/**
 * Has a worker look at the fax at once; one that we did not send is kept as one that comes in. The
 * same fax is kept once, however often its message is repeated.
 */
async function keep(
  tx: Tx,
  connection: Connection,
  { providerId, isSent }: { providerId: string; isSent?: boolean },
): Promise<string | undefined> {
  const { id: connectionId, organizationId, slug, provider, name } = connection
  const [sent] = await tx
    .update(faxes)
    .set({ nextLookAt: sql`case when ${faxes.nextLookAt} is null then null else now() end` })
    .where(and(eq(faxes.connectionId, connectionId), eq(faxes.providerId, providerId)))
    .returning({ id: faxes.id })
  if (sent) return sent.id
  // Somebody else sent it from the same account, or our call has not been answered yet.
  if (isSent) return undefined
  const id = newId()
  await tx
    .insert(faxes)
    .values({
      id,
      organizationId,
      direction: 'in',
      key: `in:${connectionId}:${providerId}`,
      connectionId,
      connection: slug,
      provider,
      providerId,
      status: 'receiving',
      nextLookAt: sql`now()`,
      createdBy: name,
    })
    .onConflictDoNothing()
  return id
}

/**
 * Receives a provider's message: verifies the address and that it is the provider's, and notes the
 * fax. A worker does the rest, because providers wait only a few seconds. A repeated message changes
 * nothing. Throws 404 for an unknown address, 401 for a message of somebody else.
 */
export async function receiveFaxWebhook(
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
      .where(and(eq(connections.id, connectionId), eq(connections.kind, 'fax'))),
  )
  const webhooks = row && openRow<'fax'>(row).webhooks
  if (!webhooks) throw unknown()
  const news = await webhooks.receive(headers, body)
  if (!news) return {}
  const faxId = await inOrganization(organizationId, (tx) => keep(tx, row, news))
  log.info({ connectionId, faxId }, 'a webhook of a fax was received')
  return {}
}
