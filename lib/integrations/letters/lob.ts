import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { LetterAddress } from '#lib/domain/provider/letter'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { formBody } from './form-body.ts'
import { fromLobVerification, lobCannotCheck, lobVerification } from './lob-address.ts'
import { lobAddressIssues } from './lob-address-issues.ts'
import { fromLobLetter, lobLetterSchema } from './lob-letter.ts'
import {
  lobMailTypes,
  lobMaxSheets,
  lobPlacements,
  lobServiceIssues,
  lobTemplate,
} from './lob-print.ts'
import { lobRefused } from './lob-refused.ts'
import { lobWebhooks } from './lob-webhooks.ts'
import { notChecked } from './not-checked.ts'
import type { Letter, LettersPort, ProviderLetter } from './port.ts'

const addressOf = (
  prefix: string,
  { name, company, addressLine1, addressLine2, city, state, postalCode, country }: LetterAddress,
): Record<string, string> => {
  const fields = {
    name,
    company,
    address_line1: addressLine1,
    address_line2: addressLine2,
    address_city: city,
    address_state: state,
    address_zip: postalCode,
    address_country: country,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value ? [[`${prefix}[${field}]`, value]] : [],
    ),
  )
}

function letterIn(response: ProviderResponse): ProviderLetter {
  const parsed = lobLetterSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered something that is no letter.', {
      provider: 'lob',
      status: response.status,
    })
  return fromLobLetter(parsed.data)
}

const configSchema = z.object({
  useType: z
    .enum(['operational', 'marketing'])
    .default('operational')
    .meta({
      title: 'Use',
      enumNames: ['Operation', 'Marketing'],
      description: 'What the letters are for, as Lob asks.',
    }),
  mailType: z
    .enum(lobMailTypes)
    .default('usps_first_class')
    .meta({
      title: 'Mail class',
      enumNames: ['First class', 'Standard'],
      description: 'USPS First Class, or Standard, which is slower.',
    }),
  addressPlacement: z
    .enum(lobPlacements)
    .default('top_first_page')
    .meta({
      title: 'Place of the address',
      enumNames: [
        'Top of the first page',
        'On a page of its own',
        'Bottom of the first page',
        'Bottom of the first page, centred',
      ],
      description:
        'Where Lob prints the address: over the first page, which must leave room for it, ' +
        'or on a page of its own.',
    }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(60)
    .default(30)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
  apiUrl: addressField('API address', 'Only where it is not Lob’s own.').optional(),
})

type Config = z.output<typeof configSchema>

/** The API key as the user name of HTTP Basic. */
function basicOf(apiKey: string | undefined): { authorization: string } {
  if (apiKey) return { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }
  throw new ApiError(
    'provider_error',
    'This connection is not complete: Lob needs an API key. ' +
      'An owner can add it under Connections.',
    { provider: 'lob', code: 'incomplete' },
  )
}

/** Parses Lob's answer to a request for a letter. */
function letterRead(response: ProviderResponse): ProviderLetter {
  if (response.status === 404)
    throw new ApiError(
      'not_found',
      'Lob does not know this letter. It may have been made with another API key.',
      { provider: 'lob' },
    )
  if (response.status !== 200) throw lobRefused(response, 'question')
  return letterIn(response)
}

/** The fields of Lob's form, beside the PDF. */
function fieldsOf(
  config: Config,
  { to, from, color, doubleSided, metadata, extraService }: Letter,
): Record<string, string> {
  return {
    ...addressOf('to', to),
    ...addressOf('from', from),
    color: String(color),
    double_sided: String(doubleSided),
    use_type: config.useType,
    mail_type: config.mailType,
    address_placement: config.addressPlacement,
    ...(extraService === 'none' ? {} : { extra_service: extraService }),
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
    ),
  }
}

/** What Lob prints and offers with these settings. */
const rulesOf = (config: Config): LettersPort['rules'] => ({
  issuesOf: (letter) => [
    ...lobAddressIssues(letter.to, letter.from),
    ...lobServiceIssues(letter, config.mailType),
  ],
  maxSheetsOf: lobMaxSheets,
  templateOf: (letter) => lobTemplate(letter, config.addressPlacement),
})

type Http = ReturnType<typeof providerHttp>

/** Lob's US verifications. */
const verifier =
  (http: Http, base: string, apiKey: string | undefined): LettersPort['verifyAddress'] =>
  async (address, signal) => {
    const why = lobCannotCheck(address, apiKey)
    if (why) return notChecked(why)
    const response = await http({
      method: 'POST',
      url: `${base}/v1/us_verifications?case=proper`,
      headers: { ...basicOf(apiKey), 'content-type': 'application/json' },
      body: JSON.stringify(lobVerification(address)),
      signal,
      repeatable: true,
    })
    return fromLobVerification(address, response, (answer) => lobRefused(answer, 'question'))
  }

/**
 * Lob, letters (API v1; source: github.com/lob/lob-openapi). The letter's PDF is sent as multipart,
 * the API key as the user name of HTTP Basic.
 */
export const lettersLob = defineProvider({
  kind: 'letters',
  id: 'lob',
  title: 'Lob',
  description: 'Prints and mails through Lob. With a test key nothing is printed.',
  config: configSchema,
  secrets: z.object({
    apiKey: z
      .string()
      .optional()
      .meta({ title: 'API key', description: 'Begins with live_ or test_.' }),
    webhookSecret: z
      .string()
      .optional()
      .meta({
        title: 'Webhook secret',
        description:
          'From the webhook’s page in Lob’s dashboard. Without it tracking is asked ' +
          'for from time to time.',
      }),
  }),
  addressFields: ['apiUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const base = (config.apiUrl ?? 'https://api.lob.com').replace(/\/+$/, '')
    const http = providerHttp({
      provider: 'lob',
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
    })
    const credential = () => basicOf(secrets.apiKey)
    const get = async (path: string, signal: AbortSignal) =>
      await http({
        method: 'GET',
        url: `${base}/v1/${path}`,
        headers: credential(),
        signal,
        repeatable: true,
      })
    return {
      idempotencyHours: 24,
      lookAfterSeconds: 300,
      rules: rulesOf(config),
      verifyAddress: verifier(http, base, secrets.apiKey),
      async send(letter, { pdf, idempotencyKey, signal }) {
        const { contentType, body } = await formBody(fieldsOf(config, letter), {
          field: 'file',
          name: 'letter.pdf',
          pdf,
        })
        const headers = {
          ...credential(),
          'content-type': contentType,
          'idempotency-key': idempotencyKey,
        }
        // Lob remembers the key: the same call twice is one letter.
        const response = await http({
          method: 'POST',
          url: `${base}/v1/letters`,
          headers,
          body,
          signal,
          repeatable: true,
        })
        if (response.status !== 200) throw lobRefused(response, 'letter')
        return letterIn(response)
      },
      async read(providerId, signal) {
        const response = await get(`letters/${encodeURIComponent(providerId)}`, signal)
        return letterRead(response)
      },
      webhooks: lobWebhooks(secrets.webhookSecret),
      async test(signal) {
        const response = await get('letters?limit=1', signal)
        if (response.status !== 200) throw lobRefused(response, 'question')
        return secrets.apiKey?.startsWith('live_')
          ? 'Lob answered and took our live key.'
          : 'Lob answered and took our test key: nothing will be printed.'
      },
    }
  },
})
