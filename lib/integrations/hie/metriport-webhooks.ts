import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import type { HieUpdate, HieWebhooks } from './port.ts'

const attachmentSchema = z.object({ contentType: z.string().optional(), url: z.string() })
const referenceSchema = z.object({
  resourceType: z.literal('DocumentReference'),
  content: z.array(z.object({ attachment: attachmentSchema })),
})
const messageSchema = z.object({
  ping: z.string().optional(),
  meta: z.object({
    type: z.string(),
    requestId: z.string().optional(),
    data: z.object({ roundsRequestId: z.uuid().optional() }).nullish().catch(null),
  }),
  patients: z
    .array(
      z.object({
        patientId: z.string(),
        status: z.string(),
        bundle: z
          .object({ entry: z.array(z.object({ resource: z.unknown() })).default([]) })
          .optional(),
      }),
    )
    .default([]),
})
type Message = z.infer<typeof messageSchema>

const refused = (): ApiError =>
  new ApiError(
    'unauthorized',
    'The signature of this message is missing or wrong. It was not read.',
  )

/** Hex HMAC-SHA256 of the raw body with the webhook key, compared in constant time. */
function isSigned(key: string, signature: string | null, body: Uint8Array): boolean {
  const expected = createHmac('sha256', key).update(body).digest()
  const given = Buffer.from(signature ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * The address of the consolidated data: as JSON rather than its archive. The address is valid for
 * three minutes.
 */
function dataUrl(bundle: Message['patients'][number]['bundle']): string | undefined {
  const attachments = (bundle?.entry ?? []).flatMap(({ resource }) => {
    const parsed = referenceSchema.safeParse(resource)
    return parsed.success ? parsed.data.content.map(({ attachment }) => attachment) : []
  })
  return (attachments.find(({ contentType }) => contentType?.includes('json')) ?? attachments[0])
    ?.url
}

function ticketOf(bundle: Message['patients'][number]['bundle']) {
  const url = dataUrl(bundle)
  if (url !== undefined) return { url }
  // Without an entry the patient has no data.
  return bundle?.entry.length === 0 ? { empty: true } : { completed: true }
}

function newsOf({ meta, patients }: Message): HieUpdate[] {
  return patients.flatMap(({ patientId, status, bundle }): HieUpdate[] => {
    const named = {
      requestId: meta.data?.roundsRequestId,
      providerRequestId: meta.requestId,
      patientId,
    }
    if (meta.type === 'medical.consolidated-data') {
      if (status === 'failed') return [{ ...named, ticket: { failed: true } }]
      return [{ ...named, ticket: ticketOf(bundle) }]
    }
    if (meta.type === 'medical.document-download')
      return [{ ...named, ticket: status === 'failed' ? { failed: true } : { downloaded: true } }]
    return []
  })
}

/**
 * Metriport's webhooks: `ping` is answered, messages about our requests are passed on, other kinds
 * are accepted and ignored.
 */
export function metriportWebhooks(webhookKey: string | undefined): HieWebhooks {
  return {
    receive(headers, body) {
      if (!webhookKey || !isSigned(webhookKey, headers.get('x-metriport-signature'), body))
        throw refused()
      let message: Message
      try {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
        message = messageSchema.parse(parseExactJson(text))
      } catch {
        throw ApiError.invalid([{ path: '', message: 'This is no message of Metriport.' }])
      }
      if (message.meta.type === 'ping') return { reply: { pong: message.ping ?? '' }, news: [] }
      return { reply: {}, news: newsOf(message) }
    },
  }
}
