import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { inOrganization } from '#db/client'
import { directories } from '#db/schema/directories'
import type { Actor } from '#lib/auth/actor'
import { isRemembered, remember } from '#lib/auth/rate-limit'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import { requireSigned, signedParts } from '#lib/integrations/signed-webhook'
import { log } from '#lib/log'
import { readHookToken } from '../hie/hook-token.ts'
import { askForSync } from './ask-for-sync.ts'
import { openWebhookSecret } from './webhook-secret.ts'

type Message = { token: string; headers: { get(name: string): string | null }; body: Uint8Array }

const messageSchema = z.object({ id: z.string().min(1).max(200), event: z.string().max(200) })

/** Longer than a signed message is taken, which is five minutes before and after its time. */
const rememberedSeconds = 3600

const unknown = (): ApiError =>
  new ApiError(
    'not_found',
    'There is no webhook at this address. Copy the address of the directory again.',
  )

function parse(body: Uint8Array): z.infer<typeof messageSchema> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return messageSchema.parse(parseExactJson(text))
  } catch {
    throw ApiError.invalid([{ path: '', message: 'This is no event of WorkOS.' }])
  }
}

/**
 * Receives a message of WorkOS: `WorkOS-Signature` is `t=<ms>, v1=<hex HMAC-SHA256 of t.body>`
 * (workos.com/docs/events/data-syncing/webhooks). A message only says that something happened: its
 * effects come from the list of events, in their order and each once, so no message is needed, and
 * none can harm by coming twice, late or out of order. Throws 404 for an unknown address, 401 for a
 * wrong or old signature.
 */
export async function receiveDirectoryWebhook(
  _nobody: Actor,
  { token, headers, body }: Message,
): Promise<Record<string, unknown>> {
  const hook = readHookToken(token)
  if (!hook) throw unknown()
  const { organizationId, connectionId: id } = hook
  const [directory] = await inOrganization(organizationId, (tx) =>
    tx
      .select()
      .from(directories)
      .where(and(eq(directories.id, id), eq(directories.kind, 'workos'))),
  )
  if (!directory) throw unknown()
  const secret = openWebhookSecret(directory, directory.webhookSecret)
  requireSigned({ secret, ...signedParts(headers.get('workos-signature')), body })
  const message = parse(body)
  if (!message.event.startsWith('dsync.')) return {}
  const seen = ['directory event', id, message.id]
  if (await isRemembered(seen)) return {}
  await inOrganization(organizationId, (tx) => askForSync(tx, id, { whole: false }))
  await remember(seen, rememberedSeconds)
  log.info({ directory: id, event: message.event }, 'a webhook of a directory was received')
  return {}
}
