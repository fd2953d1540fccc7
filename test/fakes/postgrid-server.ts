import { createHmac, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { formOf } from './form-of.ts'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

type PostGridLetter = Record<string, unknown> & { id: string; status: string }
export type PostGridServer = ProviderServer & {
  apiKey: string
  webhookSecret: string
  letters: Map<string, PostGridLetter>
  keys: Map<string, string>
  /** What a verification answers in `data`, by the first line; all others are verified. */
  verified: Map<string, Record<string, unknown>>
}

const error = (status: number, type: string, message: string): ProviderAnswer => ({
  status,
  body: { object: 'error', error: { type, message } },
})
const contact =
  '(?:firstName|lastName|companyName|addressLine1|addressLine2|city|provinceOrState|postalOrZip|countryCode)'
const allowed = new RegExp(
  String.raw`^(?:(?:to|from)\[${contact}\]|color|doubleSided|size|addressPlacement|mailingClass|metadata\[[^\]]+\])$`,
)

/** The mailing classes of postgrid-node that we may ask for. */
const classes = new Set([
  'first_class',
  'express',
  'certified',
  'certified_return_receipt',
  'registered',
  'usps_express_3_day_certified',
  'usps_express_3_day_certified_return_receipt',
])

/** A verification as postgrid-node describes it: a structured address, without the name. */
function verify({ body }: ProviderCall, verified: PostGridServer['verified']): ProviderAnswer {
  const { address } = JSON.parse(String(body)) as { address: Record<string, string> }
  const fits =
    ['line1', 'city', 'provinceOrState', 'postalOrZip'].every((name) => address[name]) &&
    /^(?:us|ca)$/.test(address['country'] ?? '')
  if (!fits) return error(400, 'validation_error', 'address of Jane Doe')
  const found = verified.get(address['line1'] ?? '') ?? {}
  return {
    status: 200,
    body: {
      status: 'success',
      message: 'Address verification processed.',
      data: { ...address, zipPlus4: '2282', status: 'verified', errors: {}, ...found },
    },
  }
}

/**
 * PostGrid's letters as its SDK describes them: `x-api-key`, multipart with the PDF in `pdf`,
 * nested names in brackets, 201 with the order.
 */
export async function startPostGridServer(): Promise<PostGridServer> {
  const letters = new Map<string, PostGridLetter>()
  const keys = new Map<string, string>()
  const verified: PostGridServer['verified'] = new Map()
  const secrets = { apiKey: 'test_sk_postgrid', webhookSecret: 'webhook_secret_of_postgrid' }

  async function create(call: ProviderCall): Promise<ProviderAnswer> {
    const key = String(call.headers['idempotency-key'])
    const known = keys.get(key)
    if (known !== undefined) return { status: 201, body: letters.get(known) }
    const form = await formOf(call)
    if (!form || form.files['pdf']?.type !== 'application/pdf')
      return error(400, 'validation_error', 'pdf is required')
    const unknown = Object.keys(form.fields).find((name) => !allowed.test(name))
    if (unknown) return error(400, 'validation_error', `${unknown} is unknown`)
    for (const side of ['to', 'from']) {
      if (!form.fields[`${side}[firstName]`] && !form.fields[`${side}[companyName]`])
        return error(400, 'validation_error', `${side} Jane Doe has no name`)
      if (
        !form.fields[`${side}[addressLine1]`] ||
        !/^[A-Z]{2}$/.test(form.fields[`${side}[countryCode]`] ?? '')
      )
        return error(400, 'validation_error', `${side} Jane Doe`)
    }
    const mailing = form.fields['mailingClass']
    if (mailing !== undefined && !classes.has(mailing))
      return error(400, 'validation_error', 'mailingClass')
    if (form.fields['size'] !== 'us_letter') return error(400, 'validation_error', 'size')
    const id = `letter_${randomUUID().replaceAll('-', '').slice(0, 22)}`
    const now = '2026-03-07T09:00:00.000Z'
    letters.set(id, {
      id,
      object: 'letter',
      live: false,
      status: 'ready',
      sendDate: now,
      createdAt: now,
      updatedAt: now,
      mailingClass: form.fields['mailingClass'] ?? 'first_class',
      color: form.fields['color'] === 'true',
      to: { firstName: 'JANE' },
    })
    keys.set(key, id)
    return { status: 201, body: letters.get(id) }
  }

  const server = await startProviderServer(async (call) => {
    if (call.url.pathname === '/v1/addver/verifications' && call.method === 'POST')
      return call.headers['x-api-key'] === 'live_sk_addresses'
        ? verify(call, verified)
        : error(401, 'invalid_api_key_error', 'Invalid API key')
    if (call.headers['x-api-key'] !== secrets.apiKey)
      return error(401, 'invalid_api_key_error', 'Invalid API key')
    if (call.method === 'POST' && call.url.pathname === '/print-mail/v1/letters')
      return await create(call)
    if (call.method === 'GET' && call.url.pathname === '/print-mail/v1/letters')
      return { status: 200, body: { object: 'list', limit: 1, skip: 0, totalCount: 0, data: [] } }
    const letter = letters.get(
      /^\/print-mail\/v1\/letters\/([^/]+)$/.exec(call.url.pathname)?.[1] ?? '',
    )
    return letter && call.method === 'GET'
      ? { status: 200, body: letter }
      : error(404, 'letter_not_found_error', 'no letter')
  })
  return Object.assign(server, { ...secrets, letters, keys, verified })
}

const event = (type: string, data: unknown) => ({
  id: `event_${randomUUID()}`,
  object: 'event',
  type,
  data,
})

/** A message of PostGrid's webhook as JSON with its signature, created at `now` (milliseconds). */
export function postGridJson(
  secret: string,
  type: string,
  letter: unknown,
  now = Date.now(),
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event(type, letter))
  return {
    body,
    headers: {
      'postgrid-signature': `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')}`,
    },
  }
}

/** The same as a JSON Web Token, created at `now` (milliseconds). */
export async function postGridToken(
  secret: string,
  type: string,
  letter: unknown,
  { now = Date.now(), algorithm = 'HS256' } = {},
): Promise<{ body: string; headers: Record<string, string> }> {
  const body = await new SignJWT(event(type, letter))
    .setProtectedHeader({ alg: algorithm })
    .setIssuedAt(Math.floor(now / 1000))
    .sign(new TextEncoder().encode(secret))
  return { body, headers: {} }
}
