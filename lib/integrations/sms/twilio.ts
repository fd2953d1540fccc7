import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { unsigned } from '../signed-webhook.ts'
import type { ProviderText, SmsWebhooks } from './port.ts'
import {
  fromTwilioMessage,
  twilioCallbackSchema,
  twilioMessageSchema,
  twilioState,
} from './twilio-message.ts'
import { twilioRefused } from './twilio-refused.ts'
import { isTwilioSignature, twilioSignature } from './twilio-signature.ts'

const configSchema = z.object({
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[0-9a-f]{32}$/, 'An account SID is AC and 32 digits or letters a to f.')
    .meta({ title: 'Account SID', description: 'On the first page of Twilio’s console.' }),
  sender: z
    .string()
    .trim()
    .regex(
      /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
      'Give a number like +12125550100, or a messaging service (MG…).',
    )
    .meta({
      title: 'Sender',
      description: 'A number of your Twilio account, like +12125550100, or a messaging service.',
    }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(60)
    .default(20)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
  apiUrl: addressField('API address', 'Only where it is not Twilio’s own.').optional(),
})

function messageIn(response: ProviderResponse): ProviderText {
  const parsed = twilioMessageSchema.safeParse(response.json())
  if (parsed.success) return fromTwilioMessage(parsed.data)
  throw new ApiError('provider_error', 'The provider answered something that is no message.', {
    provider: 'twilio',
    status: response.status,
  })
}

/**
 * Status callbacks: a form, signed with the account's token (twilio.com/docs/messaging, Track
 * outbound message status). Those of a status that we do not know are ignored.
 */
const twilioWebhooks = (token: string | undefined): SmsWebhooks => ({
  async receive({ url, headers, body }) {
    const params = new URLSearchParams(new TextDecoder().decode(body))
    const given = headers.get('x-twilio-signature')
    if (!token || !isTwilioSignature(given, twilioSignature(token, url, params))) throw unsigned()
    const callback = twilioCallbackSchema.safeParse(Object.fromEntries(params))
    const status = callback.success ? twilioState(callback.data.MessageStatus) : undefined
    if (!callback.success || !status) return undefined
    const { MessageSid: providerId, ErrorCode: errorCode } = callback.data
    return { providerId, status, segments: null, errorCode: errorCode ?? null }
  },
})

/** The account and its token as HTTP Basic. */
function basicOf(accountSid: string, token: string | undefined): { authorization: string } {
  if (token)
    return { authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}` }
  throw new ApiError(
    'provider_error',
    'This connection is not complete: Twilio needs the auth token. ' +
      'An owner can add it under Connections.',
    { provider: 'twilio', code: 'incomplete' },
  )
}

/** Twilio's messages (API 2010-04-01; source: github.com/twilio/twilio-oai). */
export const smsTwilio = defineProvider({
  kind: 'sms',
  id: 'twilio',
  title: 'Twilio',
  description: 'Sends text messages through Twilio, and learns whether they were delivered.',
  config: configSchema,
  secrets: z.object({
    authToken: z.string().optional().meta({
      title: 'Auth token',
      description: 'On the first page of Twilio’s console. It also proves Twilio’s webhooks.',
    }),
  }),
  addressFields: ['apiUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const { accountSid, sender, timeoutSeconds } = config
    const host = (config.apiUrl ?? 'https://api.twilio.com').replace(/\/+$/, '')
    const account = `${host}/2010-04-01/Accounts/${accountSid}`
    const http = providerHttp({
      provider: 'twilio',
      origin: new URL(host).origin,
      allowPrivate,
      timeoutMs: timeoutSeconds * 1000,
    })
    const credential = () => basicOf(accountSid, secrets.authToken)
    const get = async (url: string, signal: AbortSignal) =>
      await http({ method: 'GET', url, headers: credential(), signal, repeatable: true })
    return {
      lookAfterSeconds: 30,
      async send({ to, text }, { statusUrl, signal }) {
        const form = new URLSearchParams({
          To: to,
          [sender.startsWith('MG') ? 'MessagingServiceSid' : 'From']: sender,
          Body: text,
          ...(statusUrl ? { StatusCallback: statusUrl } : {}),
        })
        const response = await http({
          method: 'POST',
          url: `${account}/Messages.json`,
          headers: { ...credential(), 'content-type': 'application/x-www-form-urlencoded' },
          body: form.toString(),
          signal,
          // Twilio has no idempotency key: the same call twice is two messages.
          repeatable: false,
        })
        if (response.status !== 201) throw twilioRefused(response)
        return messageIn(response)
      },
      async read(providerId, signal) {
        const response = await get(
          `${account}/Messages/${encodeURIComponent(providerId)}.json`,
          signal,
        )
        if (response.status === 404)
          throw new ApiError('not_found', 'Twilio does not know this message.', {
            provider: 'twilio',
          })
        if (response.status !== 200) throw twilioRefused(response)
        return messageIn(response)
      },
      webhooks: twilioWebhooks(secrets.authToken),
      async test(signal) {
        const response = await get(`${account}.json`, signal)
        if (response.status !== 200) throw twilioRefused(response)
        return 'Twilio answered and took our auth token. No message was sent.'
      },
    }
  },
})
