import { randomUUID } from 'node:crypto'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

type Patient = Record<string, unknown> & { version: number }
export type CandidServer = {
  api: ProviderServer
  preEncounter: ProviderServer
  patients: Map<string, Patient>
  tokens: Set<string>
  clientId: string
  clientSecret: string
  close(): Promise<void>
}

const required = [
  'name',
  'other_names',
  'birth_date',
  'biological_sex',
  'primary_address',
  'other_addresses',
  'other_telecoms',
  'contacts',
  'general_practitioners',
  'filing_order',
]
const own = [
  'id',
  'mrn',
  'organization_id',
  'deactivated',
  'version',
  'updated_at',
  'updating_user_id',
]
const error = (status: number, errorName: string, content: object): ProviderAnswer => ({
  status,
  body: { errorName, content },
})

/**
 * Candid's two hosts as its reference describes them: tokens by client credentials, patients by
 * version. It refuses what Candid's schema refuses.
 */
export async function startCandidServer(): Promise<CandidServer> {
  const clientId = 'client-1'
  const clientSecret = 'secret-that-nobody-may-see'
  const tokens = new Set<string>()
  const patients = new Map<string, Patient>()

  function answerToken(call: ProviderCall): ProviderAnswer {
    if (call.method !== 'POST' || call.url.pathname !== '/api/auth/v2/token')
      return { status: 404, body: { detail: 'Not Found' } }
    if (call.headers['content-type'] !== 'application/json')
      return error(400, 'InvalidContentTypeError', { message: 'content type' })
    const body = call.json()
    if (Object.keys(body).sort().join() !== 'client_id,client_secret')
      return error(422, 'UnprocessableEntityError', { message: 'fields' })
    if (body['client_id'] !== clientId || body['client_secret'] !== clientSecret)
      return error(401, 'UnauthorizedError', { message: 'bad credentials' })
    const token = randomUUID()
    tokens.add(token)
    return { status: 200, body: { access_token: token, expires_in: 18_000, token_type: 'Bearer' } }
  }

  function answerPatients(call: ProviderCall): ProviderAnswer {
    if (!tokens.has(/^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1] ?? ''))
      return error(401, 'UnauthorizedError', { message: 'bad token' })
    const [, id, version] = /^\/patients\/v1\/([^/]+)(?:\/([^/]+))?$/.exec(call.url.pathname) ?? []
    if (id === undefined) return { status: 404, body: { detail: 'Not Found' } }
    const patient = patients.get(decodeURIComponent(id))
    if (!patient) return error(404, 'NotFoundError', { message: 'no patient Jane Doe' })
    if (call.method === 'GET' && version === undefined) return { status: 200, body: patient }
    if (call.method !== 'PUT' || !/^\d+$/.test(version ?? '')) return { status: 405 }
    if (call.headers['content-type'] !== 'application/json') return { status: 415 }
    const body = call.json()
    if (required.some((name) => body[name] === undefined))
      return error(422, 'UnprocessableEntityError', { message: 'Jane Doe lacks a field' })
    if (Number(version) !== patient.version + 1)
      return error(409, 'VersionConflictError', {
        message: 'conflict',
        latest_version: patient.version,
      })
    const kept = Object.fromEntries(own.map((name) => [name, patient[name]]))
    const after = {
      ...Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name))),
      ...kept,
      version: Number(version),
      updated_at: '2026-03-07T03:04:05Z',
    }
    patients.set(decodeURIComponent(id), after)
    return { status: 200, body: after }
  }

  const [api, preEncounter] = await Promise.all([
    startProviderServer(answerToken),
    startProviderServer(answerPatients),
  ])
  const close = async () => void (await Promise.all([api.close(), preEncounter.close()]))
  return { api, preEncounter, patients, tokens, clientId, clientSecret, close }
}

/** A patient as a caller writes one: what Candid's MutablePatient requires. */
export const candidPatient = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: { family: 'Doe', given: ['Jane'], use: 'USUAL' },
  other_names: [],
  birth_date: '1980-02-29',
  biological_sex: 'FEMALE',
  primary_address: {
    use: 'HOME',
    line: ['1 Main St'],
    city: 'New York',
    state: 'NY',
    postal_code: '10000',
    country: 'US',
  },
  other_addresses: [],
  other_telecoms: [],
  contacts: [],
  general_practitioners: [],
  filing_order: { coverages: [] },
  ...change,
})
