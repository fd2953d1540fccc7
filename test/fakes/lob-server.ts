import { createHmac, randomUUID } from 'node:crypto'
import { PDFDocument } from '@pdfme/pdf-lib'
import { formOf } from './form-of.ts'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

type LobLetter = Record<string, unknown> & {
  id: string
  tracking_events: Record<string, unknown>[]
}
export type LobServer = ProviderServer & {
  apiKey: string
  /** Verifies addresses, which a test key does not. */
  liveKey: string
  webhookSecret: string
  letters: Map<string, LobLetter>
  keys: Map<string, string>
  takeThenHang: boolean
  /** What a verification answers, by the primary line; all others are deliverable as they are. */
  verified: Map<string, Record<string, unknown>>
}

const error = (status: number, code: string, message: string): ProviderAnswer => ({
  status,
  body: { error: { message, status_code: status, code } },
})
const allowed =
  /^(?:(?:to|from)\[(?:name|company|address_line1|address_line2|address_city|address_state|address_zip|address_country)\]|color|double_sided|use_type|mail_type|address_placement|extra_service|metadata\[[^\]]+\])$/

/** The errors in the fields of a letter, by lob-openapi. */
function wrong(fields: Record<string, string>): ProviderAnswer | undefined {
  const unknown = Object.keys(fields).find((name) => !allowed.test(name))
  if (unknown) return error(422, 'invalid', `${unknown} is not allowed`)
  for (const side of ['to', 'from']) {
    const field = (name: string) => fields[`${side}[${name}]`]
    if (!field('name') && !field('company'))
      return error(422, 'invalid', `${side}.name or ${side}.company is required`)
    if (
      !field('address_line1') ||
      (field('address_line1') ?? '').length > 64 ||
      (field('address_line2') ?? '').length > 64
    )
      return error(422, 'invalid', `${side}.address_line1`)
    if (
      !/^[A-Za-z]{2}$/.test(field('address_state') ?? '') ||
      !/^\d{5}(-\d{4})?$/.test(field('address_zip') ?? '')
    )
      return error(422, 'invalid', `${side}.address_state of Jane Doe`)
  }
  if (fields['from[address_country]'] !== 'US')
    return error(422, 'foreign_return_address', 'from must be in the US')
  if (`${fields['to[address_line1]']}${fields['to[address_line2]'] ?? ''}`.length > 50)
    return error(422, 'address_length_exceeds_limit', '185 Berry St of Jane Doe is too long')
  if (
    !/^(true|false)$/.test(fields['color'] ?? '') ||
    !/^(true|false)$/.test(fields['double_sided'] ?? '')
  )
    return error(422, 'invalid', 'color')
  if (!/^(marketing|operational)$/.test(fields['use_type'] ?? ''))
    return error(422, 'mail_use_type_can_not_be_null', 'use_type')
  const extra = fields['extra_service']
  if (extra !== undefined) {
    if (!/^(certified|certified_return_receipt|registered)$/.test(extra))
      return error(422, 'invalid', 'extra_service')
    if (fields['mail_type'] === 'usps_standard')
      return error(422, 'invalid', 'extra_service with usps_standard')
  }
  const metadata = Object.entries(fields).filter(([name]) => name.startsWith('metadata['))
  if (
    metadata.length > 20 ||
    metadata.some(
      ([name, value]) =>
        name.length > 50 || value.length > 500 || /["\\]/.test(name.slice(9, -1) + value),
    )
  )
    return error(422, 'invalid', 'metadata')
  return undefined
}

/** A US verification as lob-openapi describes it: a live key, the address in components. */
function verify({ body }: ProviderCall, verified: LobServer['verified']): ProviderAnswer {
  const asked = JSON.parse(String(body)) as Record<string, string>
  const unknown = Object.keys(asked).find(
    (name) => !/^(?:primary_line|secondary_line|city|state|zip_code)$/.test(name),
  )
  if (unknown || !asked['primary_line'] || !asked['zip_code'])
    return error(422, 'invalid', `${unknown ?? 'primary_line'} of Jane Doe`)
  const { components, ...found } = verified.get(asked['primary_line']) ?? {}
  return {
    status: 200,
    body: {
      id: 'us_ver_1',
      recipient: '',
      primary_line: asked['primary_line'],
      secondary_line: asked['secondary_line'] ?? '',
      last_line: '',
      deliverability: 'deliverable',
      valid_address: true,
      components: {
        city: asked['city'],
        state: asked['state'],
        zip_code: asked['zip_code'].slice(0, 5),
        zip_code_plus_4: '2282',
        ...(components as object | undefined),
      },
      deliverability_analysis: { dpv_confirmation: 'Y', dpv_vacant: 'N', dpv_footnotes: ['AA'] },
      object: 'us_verification',
      ...found,
    },
  }
}

/**
 * Lob's letters as lob-openapi describes them: Basic authentication, multipart, keys that are
 * remembered with their letter. It refuses what Lob refuses.
 */
export async function startLobServer(): Promise<LobServer> {
  const letters = new Map<string, LobLetter>()
  const keys = new Map<string, string>()
  const verified: LobServer['verified'] = new Map()
  const secrets = {
    apiKey: 'test_0dc8d51e0acffcb1880e0f19c79b2f5b0cc',
    liveKey: 'live_0dc8d51e0acffcb1880e0f19c79b2f5b0cc',
    webhookSecret: 'webhook-secret-of-lob',
  }

  async function create(call: ProviderCall): Promise<ProviderAnswer> {
    const key = call.headers['idempotency-key']
    if (typeof key !== 'string' || key.length > 256) return error(422, 'invalid', 'idempotency-key')
    const known = keys.get(key)
    if (known !== undefined) return { status: 200, body: letters.get(known) }
    const form = await formOf(call)
    const file = form?.files['file']
    if (!form || !file || file.type !== 'application/pdf' || !file.name.endsWith('.pdf'))
      return error(422, 'invalid_file', 'file is required')
    const pages = (await PDFDocument.load(file.bytes)).getPageCount()
    if (pages > (form.fields['double_sided'] === 'true' ? 120 : 60))
      return error(422, 'file_pages_exceed_max', 'too many pages')
    const fault = wrong(form.fields)
    if (fault) return fault
    const id = `ltr_${randomUUID().replaceAll('-', '').slice(0, 16)}`
    const now = '2026-03-07T09:00:00.000Z'
    letters.set(id, {
      id,
      description: null,
      to: { name: form.fields['to[name]']?.toUpperCase() },
      color: form.fields['color'] === 'true',
      double_sided: form.fields['double_sided'] === 'true',
      metadata: {},
      url: 'https://lob-assets.com/letters/x.pdf',
      carrier: 'USPS',
      extra_service: form.fields['extra_service'] ?? null,
      tracking_number: form.fields['extra_service']?.startsWith('certified')
        ? '9407300000000000000001'
        : null,
      tracking_events: [],
      thumbnails: [],
      expected_delivery_date: '2026-03-14',
      date_created: now,
      date_modified: now,
      send_date: now,
      use_type: form.fields['use_type'],
      object: 'letter',
    })
    keys.set(key, id)
    return { status: 200, body: letters.get(id) }
  }

  const basicOf = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const keysTaken = [basicOf(secrets.apiKey), basicOf(secrets.liveKey)]
  const server = await startProviderServer(async (call) => {
    if (!keysTaken.includes(call.headers.authorization ?? ''))
      return error(401, 'invalid_api_key', 'Your API key is not valid')
    if (call.method === 'POST' && call.url.pathname === '/v1/letters') {
      const answer = await create(call)
      if (!lob.takeThenHang) return answer
      lob.takeThenHang = false
      return 'hang'
    }
    if (call.method === 'POST' && call.url.pathname === '/v1/us_verifications')
      return verify(call, verified)
    if (call.method === 'GET' && call.url.pathname === '/v1/letters')
      return { status: 200, body: { object: 'list', data: [], count: 0 } }
    const letter = letters.get(/^\/v1\/letters\/([^/]+)$/.exec(call.url.pathname)?.[1] ?? '')
    return letter && call.method === 'GET'
      ? { status: 200, body: letter }
      : error(404, 'not_found', 'letter not found')
  })
  const lob: LobServer = Object.assign(server, {
    ...secrets,
    letters,
    keys,
    verified,
    takeThenHang: false,
  })
  return lob
}

/** A tracking event in the form of Lob's letter. */
export const lobTracking = (
  name: string,
  time: string,
  location: string | null = null,
): Record<string, unknown> => ({
  id: `evnt_${name.replaceAll(/\W/g, '')}${time.replaceAll(/\D/g, '')}`,
  type: 'normal',
  name,
  time,
  date_created: time,
  location,
  object: 'tracking_event',
})

/** A message of Lob's webhook with its signature, created at `now` (milliseconds). */
export function lobMessage(
  secret: string,
  type: string,
  letter: unknown,
  { id = `evt_${randomUUID()}`, now = Date.now(), date = '2026-03-08T10:00:00.000Z' } = {},
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    id,
    body: letter,
    reference_id: 'x',
    event_type: { id: type, enabled_for_test: true, resource: 'letters', object: 'event_type' },
    date_created: date,
    object: 'event',
  })
  const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
  return { body, headers: { 'lob-signature': signature, 'lob-signature-timestamp': String(now) } }
}
