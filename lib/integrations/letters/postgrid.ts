import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { maxLetterSheets, type LetterAddress } from '#lib/domain/provider/letter'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { formBody } from './form-body.ts'
import { notChecked } from './not-checked.ts'
import type { Letter, LettersPort, ProviderLetter } from './port.ts'
import {
  fromPostGridVerification,
  postGridCannotCheck,
  postGridVerification,
} from './postgrid-address.ts'
import { fromPostGridLetter, postGridLetterSchema } from './postgrid-letter.ts'
import {
  postGridClass,
  postGridPlacements,
  postGridServiceIssues,
  postGridTemplate,
} from './postgrid-print.ts'
import { postGridWebhooks } from './postgrid-webhooks.ts'

const errorSchema = z.object({ error: z.object({ type: z.string().max(100) }) })

function codeOf(response: ProviderResponse): string | undefined {
  try {
    return errorSchema.parse(response.json()).error.type
  } catch {
    return undefined
  }
}

/**
 * The caller can correct a refused letter. The error has only PostGrid's error type, because its
 * sentence may repeat the address.
 */
function refusedLetter(response: ProviderResponse): ApiError {
  const { status } = response
  const code = codeOf(response)
  if (![400, 413, 422].includes(status)) return providerRefused('postgrid', response, { code })
  const issue = {
    path: status === 413 ? 'file' : '',
    message:
      status === 413
        ? 'The PDF is larger than PostGrid takes.'
        : `PostGrid does not take this letter (${status}${code ? `, ${code}` : ''}). ` +
          'Check both addresses.',
  }
  return new ApiError('invalid_request', issue.message, {
    issues: [issue],
    provider: 'postgrid',
    status,
    ...(code ? { code } : {}),
  })
}
const refused = (response: ProviderResponse) =>
  providerRefused('postgrid', response, { code: codeOf(response) })

/** PostGrid splits names itself; a whole name may be in the first field. */
const contactOf = (
  prefix: string,
  { name, company, addressLine1, addressLine2, city, state, postalCode, country }: LetterAddress,
): Record<string, string> => {
  const fields = {
    firstName: name,
    companyName: company,
    addressLine1,
    addressLine2,
    city,
    provinceOrState: state,
    postalOrZip: postalCode,
    countryCode: country,
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      value ? [[`${prefix}[${field}]`, value]] : [],
    ),
  )
}

function letterIn(response: ProviderResponse): ProviderLetter {
  const parsed = postGridLetterSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered something that is no letter.', {
      provider: 'postgrid',
      status: response.status,
    })
  return fromPostGridLetter(parsed.data)
}

const configSchema = z.object({
  express: z
    .boolean()
    .default(false)
    .meta({ title: 'Express', description: 'Mail by express, with a tracking number.' }),
  addressPlacement: z
    .enum(postGridPlacements)
    .default('top_first_page')
    .meta({
      title: 'Place of the address',
      enumNames: ['On the first page', 'On a page of its own'],
      description:
        'Where PostGrid prints the address: over the first page, which must leave room for it, ' +
        'or on a page of its own.',
    }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(60)
    .default(30)
    .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
  apiUrl: addressField('API address', 'Only where it is not PostGrid’s own.').optional(),
})

type Config = z.output<typeof configSchema>

function keyHeader(apiKey: string | undefined): { 'x-api-key': string } {
  if (apiKey) return { 'x-api-key': apiKey }
  throw new ApiError(
    'provider_error',
    'This connection is not complete: PostGrid needs an API key. ' +
      'An owner can add it under Connections.',
    { provider: 'postgrid', code: 'incomplete' },
  )
}

/** Parses PostGrid's answer to a request for a letter. */
function letterRead(response: ProviderResponse): ProviderLetter {
  if (response.status === 404)
    throw new ApiError(
      'not_found',
      'PostGrid does not know this letter. It may have been made with another API key.',
      { provider: 'postgrid' },
    )
  if (response.status !== 200) throw refused(response)
  return letterIn(response)
}

/** The fields of PostGrid's form, beside the PDF. */
function fieldsOf(config: z.output<typeof configSchema>, letter: Letter): Record<string, string> {
  const { to, from, color, doubleSided, metadata } = letter
  const mailingClass = postGridClass(letter, config.express)
  return {
    ...contactOf('to', to),
    ...contactOf('from', from),
    color: String(color),
    doubleSided: String(doubleSided),
    size: 'us_letter',
    addressPlacement: config.addressPlacement,
    ...(mailingClass ? { mailingClass } : {}),
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
    ),
  }
}

/** What PostGrid prints and offers with these settings. */
const rulesOf = ({ express, addressPlacement }: Config): LettersPort['rules'] => ({
  issuesOf: (letter) => postGridServiceIssues(letter, express),
  maxSheetsOf: () => maxLetterSheets,
  templateOf: () => postGridTemplate(addressPlacement),
})

type Http = ReturnType<typeof providerHttp>

/** PostGrid's address verification, which is another product of the same host. */
const verifier =
  (http: Http, base: string, key: string | undefined): LettersPort['verifyAddress'] =>
  async (address, signal) => {
    const why = postGridCannotCheck(address, key)
    if (why) return notChecked(why)
    const response = await http({
      method: 'POST',
      url: `${base.replace(/\/print-mail\/v1$/, '')}/v1/addver/verifications?properCase=true`,
      headers: { ...keyHeader(key), 'content-type': 'application/json' },
      body: JSON.stringify(postGridVerification(address)),
      signal,
      repeatable: true,
    })
    return fromPostGridVerification(address, response, refused)
  }

/**
 * PostGrid Print & Mail (API v1; sources: npm `postgrid-node`, docs.postgrid.com). The PDF is sent
 * as multipart with nested fields in brackets, as in its form uploads; the letter's key as the
 * `Idempotency-Key` header. PostGrid does not publish how long it remembers a key: at most 24
 * hours, as with others, are assumed.
 */
export const lettersPostGrid = defineProvider({
  kind: 'letters',
  id: 'postgrid',
  title: 'PostGrid',
  description: 'Prints and mails through PostGrid. With a test key nothing is printed.',
  config: configSchema,
  secrets: z.object({
    apiKey: z
      .string()
      .optional()
      .meta({ title: 'API key', description: 'Begins with live_sk_ or test_sk_.' }),
    addressKey: z
      .string()
      .optional()
      .meta({
        title: 'Address verification key',
        description:
          'Of PostGrid’s address verification, which has keys of its own. Without it the API key ' +
          'is used.',
      }),
    webhookSecret: z
      .string()
      .optional()
      .meta({
        title: 'Webhook secret',
        description:
          'From the webhook’s page in PostGrid’s dashboard. Without it tracking is asked ' +
          'for from time to time.',
      }),
  }),
  addressFields: ['apiUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const base = (config.apiUrl ?? 'https://api.postgrid.com/print-mail/v1').replace(/\/+$/, '')
    const http = providerHttp({
      provider: 'postgrid',
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
    })
    const credential = () => keyHeader(secrets.apiKey)
    const get = async (path: string, signal: AbortSignal) =>
      await http({
        method: 'GET',
        url: `${base}/${path}`,
        headers: credential(),
        signal,
        repeatable: true,
      })
    return {
      idempotencyHours: 24,
      lookAfterSeconds: 300,
      rules: rulesOf(config),
      verifyAddress: verifier(http, base, secrets.addressKey ?? secrets.apiKey),
      async send(letter, { pdf, idempotencyKey, signal }) {
        const { contentType, body } = await formBody(fieldsOf(config, letter), {
          field: 'pdf',
          name: 'letter.pdf',
          pdf,
        })
        const headers = {
          ...credential(),
          'content-type': contentType,
          'idempotency-key': idempotencyKey,
        }
        const response = await http({
          method: 'POST',
          url: `${base}/letters`,
          headers,
          body,
          signal,
          repeatable: true,
        })
        if (response.status !== 200 && response.status !== 201) throw refusedLetter(response)
        return letterIn(response)
      },
      async read(providerId, signal) {
        const response = await get(`letters/${encodeURIComponent(providerId)}`, signal)
        return letterRead(response)
      },
      webhooks: postGridWebhooks(secrets.webhookSecret),
      async test(signal) {
        const response = await get('letters?limit=1', signal)
        if (response.status !== 200) throw refused(response)
        return secrets.apiKey?.startsWith('live_')
          ? 'PostGrid answered and took our live key.'
          : 'PostGrid answered and took our test key: nothing will be printed.'
      },
    }
  },
})
