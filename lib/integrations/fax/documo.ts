import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { defineProvider } from '../provider.ts'
import { unsigned } from '../signed-webhook.ts'
import { documoFaxSchema, fromDocumoFax } from './documo-fax.ts'
import type { FaxPort, FaxWebhooks, ProviderFax } from './port.ts'

const configSchema = z.object({
  callerId: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'Give the number with its country code, like +12125550100.')
    .optional()
    .meta({ title: 'Sender', description: 'Your number; left out, that of the account.' }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(120)
    .default(60)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
  apiUrl: addressField('API address', 'Only where it is not Documo’s own.').optional(),
})

const secretsSchema = z.object({
  apiKey: z
    .string()
    .optional()
    .meta({ title: 'API key', description: 'From Documo, Settings, API.' }),
  webhookUser: z.string().optional().meta({
    title: 'Webhook user name',
    description: 'Choose one, and enter it at the webhook in Documo under “Use Basic Auth”.',
  }),
  webhookPassword: z.string().optional().meta({
    title: 'Webhook password',
    description: 'A long one of its own. Without both, webhooks are refused.',
  }),
})
type Secrets = z.output<typeof secretsSchema>

function faxIn(response: ProviderResponse): ProviderFax {
  const parsed = documoFaxSchema.safeParse(response.json())
  if (parsed.success) return fromDocumoFax(parsed.data)
  throw new ApiError('provider_error', 'The provider answered something that is no fax.', {
    provider: 'documo',
    status: response.status,
  })
}

const event = z.string().nullish().catch(null)
const messageSchema = z.union([
  z.object({ event, messageId: documoFaxSchema.shape.messageId }),
  z.object({ event, data: z.object({ messageId: documoFaxSchema.shape.messageId }) }),
])
/** Such as `fax.v1.outbound.succeed` (help.documo.com, New Webhooks). */
const outbound = /^fax\.(?:v1\.)?outbound\b/

/**
 * Documo signs nothing: webhooks have the user name and the password that were entered there
 * (help.documo.com, New Webhooks). So a message only names a fax, and what happened to it is read
 * with our own key.
 */
const documoWebhooks = ({ webhookUser, webhookPassword }: Secrets): FaxWebhooks => ({
  async receive(headers, body) {
    const expected = Buffer.from(
      `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`,
    )
    const given = Buffer.from(headers.get('authorization') ?? '')
    if (!webhookUser || !webhookPassword) throw unsigned()
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unsigned()
    try {
      const message = messageSchema.safeParse(parseExactJson(new TextDecoder().decode(body)))
      if (!message.success) return undefined
      const { messageId } = 'data' in message.data ? message.data.data : message.data
      return { providerId: messageId, isSent: outbound.test(message.data.event ?? '') }
    } catch {
      throw ApiError.invalid([{ path: '', message: 'This is no message of Documo.' }])
    }
  },
})

/**
 * Documo takes at most ten characters as the caller's number: of a North American one those without
 * the country code. Others it may refuse; the account's own number is then the way.
 */
const callerOf = (number: string | undefined): string | undefined => number?.replace(/^\+1/, '')

/**
 * The form of a fax, with its content type (docs.documo.com, Send a fax). The cover page is the
 * first of our pages, so Documo learns no names.
 */
async function formOf(
  { to, pdfs }: Parameters<FaxPort['send']>[0],
  callerId: string | undefined,
): Promise<{ contentType: string; body: Uint8Array }> {
  const form = new FormData()
  const fields = { faxNumber: to, callerId: callerOf(callerId), coverPage: 'false' }
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value)
  for (const [index, pdf] of pdfs.entries())
    form.append(
      'attachments',
      new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }),
      `document-${index + 1}.pdf`,
    )
  const encoded = new Response(form)
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

/** Documo sends the key itself after the word Basic, not a user name and a password. */
function keyOf(apiKey: string | undefined): { authorization: string } {
  if (apiKey) return { authorization: `Basic ${apiKey}` }
  throw new ApiError(
    'provider_error',
    'This connection is not complete: Documo needs an API key. ' +
      'An owner can add it under Connections.',
    { provider: 'documo', code: 'incomplete' },
  )
}

/** Documo faxes (docs.documo.com, API v1). */
export const faxDocumo = defineProvider({
  kind: 'fax',
  id: 'documo',
  title: 'Documo',
  description:
    'Sends and receives faxes through Documo (mFax). Built by its published documentation, and not ' +
    'yet tried with an account: press Test, and send one fax to yourself before you rely on it. ' +
    'Documo publishes no list of the reasons for which a fax fails; a reason that we do not know ' +
    'is shown in its own words, and the fax is not sent again by itself.',
  config: configSchema,
  secrets: secretsSchema,
  addressFields: ['apiUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const base = (config.apiUrl ?? 'https://api.documo.com').replace(/\/+$/, '')
    const http = providerHttp({
      provider: 'documo',
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
      maxBytes: 50 * 1024 * 1024,
    })
    const get = async (path: string, signal: AbortSignal) => {
      const headers = keyOf(secrets.apiKey)
      const url = `${base}/v1/${path}`
      const response = await http({ method: 'GET', url, headers, signal, repeatable: true })
      if (response.status === 404)
        throw new ApiError('not_found', 'Documo does not know this fax.', { provider: 'documo' })
      if (response.status !== 200) throw providerRefused('documo', response)
      return response
    }
    return {
      lookAfterSeconds: 60,
      async send(fax, signal) {
        const { contentType, body } = await formOf(fax, config.callerId)
        const response = await http({
          method: 'POST',
          url: `${base}/v1/faxes`,
          headers: { ...keyOf(secrets.apiKey), 'content-type': contentType },
          body,
          signal,
          // Documo has no idempotency key: the same call twice is two faxes.
          repeatable: false,
        })
        if (response.status === 400 || response.status === 422)
          throw new ApiError(
            'invalid_request',
            `Documo does not take this fax (${response.status}). Check the number and the files.`,
            { provider: 'documo', status: response.status },
          )
        if (response.status !== 200 && response.status !== 201)
          throw providerRefused('documo', response)
        return faxIn(response)
      },
      async read(providerId, signal) {
        return faxIn(await get(`fax/${encodeURIComponent(providerId)}/info`, signal))
      },
      async download(providerId, signal) {
        const path = `fax/${encodeURIComponent(providerId)}/download?format=pdf`
        return (await get(path, signal)).bytes
      },
      webhooks: documoWebhooks(secrets),
      async test(signal) {
        await get('me', signal)
        return 'Documo answered and took our API key. No fax was sent.'
      },
    }
  },
})
