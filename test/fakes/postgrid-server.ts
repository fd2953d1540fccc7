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

/**
 * PostGrid's letters as its SDK describes them: `x-api-key`, multipart with the PDF in `pdf`,
 * nested names in brackets, 201 with the order.
 */
export async function startPostGridServer(): Promise<PostGridServer> {
  const letters = new Map<string, PostGridLetter>()
  const keys = new Map<string, string>()
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
      mailingClass: 'first_class',
      color: form.fields['color'] === 'true',
      to: { firstName: 'JANE' },
    })
    keys.set(key, id)
    return { status: 201, body: letters.get(id) }
  }

  const server = await startProviderServer(async (call) => {
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
  return Object.assign(server, { ...secrets, letters, keys })
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
