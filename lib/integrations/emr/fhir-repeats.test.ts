import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { startFhirServer, type FhirServer, type SeenRequest } from '#test/fakes/fhir-server'
import { emrFhir } from './fhir.ts'

/** Two servers, because a server's declaration is cached by its address. */
const servers: Record<'declares' | 'silent', FhirServer | undefined> = {
  declares: undefined,
  silent: undefined,
}
type Kind = keyof typeof servers
const serverOf = (kind: Kind): FhirServer => {
  const server = servers[kind]
  if (!server) throw new Error('the server is not started')
  return server
}
const patients = { declares: '', silent: '' }

beforeAll(async () => {
  for (const kind of ['declares', 'silent'] as const) {
    const server = await startFhirServer()
    server.conditionalCreate = kind === 'declares'
    servers[kind] = server
    const patient = await server.repository.createResource({ resourceType: 'Patient' })
    patients[kind] = patient.id
  }
})
afterAll(async () => {
  for (const server of Object.values(servers)) await server?.close()
})
beforeEach(() => {
  for (const server of Object.values(servers)) {
    if (!server) continue
    server.requests.length = 0
    server.instead.length = 0
  }
})

const creates = ({ method, path }: SeenRequest) =>
  method === 'POST' && path.endsWith('/DocumentReference')
const searches = ({ method, path }: SeenRequest) =>
  method === 'GET' && path.includes('/DocumentReference?')
const readsPatient = ({ path }: SeenRequest) => path.includes('/Patient/')

async function file(kind: Kind, options: { key?: string; mayHaveHappened?: boolean } = {}) {
  const { key = randomUUID(), ...more } = options
  const server = serverOf(kind)
  const port = emrFhir.open({
    config: emrFhir.config.parse({ baseUrl: server.baseUrl, auth: 'none' }),
    secrets: emrFhir.secrets.parse({}),
    store: {
      get: async () => undefined,
      list: async () => [],
      insert: async () => true,
      put: async () => undefined,
    },
    allowPrivate: [server.host],
  })
  const note = { title: 'T', body: 'B', category: 'C', date: '2026-03-07' }
  return await port.createTextNote(
    { ...note, patientId: patients[kind] },
    { idempotencyKey: key, signal: AbortSignal.timeout(30_000), ...more },
  )
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

async function notesWith(kind: Kind, key: string): Promise<number> {
  const found = await serverOf(kind).repository.search({
    resourceType: 'DocumentReference',
    filters: [{ code: 'identifier', operator: 'eq' as never, value: key }],
  })
  return found.entry?.length ?? 0
}

/** The server stores the note, but its answer is another one, or missing. */
const stored = {
  'answers 503': { status: 503, headers: { 'retry-after': '0' } },
  'answers 500': { status: 500 },
  'breaks the connection': 'cut',
} as const
type Loss = keyof typeof stored
const losses = Object.keys(stored) as Loss[]
const loseAnswers = (kind: Kind, loss: Loss, times: number) => {
  for (let count = 0; count < times; count++)
    serverOf(kind).instead.push({ when: creates, answer: stored[loss], after: true })
}

describe('a note whose answer is lost', () => {
  it.each(losses)(
    'is sent once and found by its identifier without conditional create: %s',
    async (loss) => {
      const key = randomUUID()
      loseAnswers('silent', loss, 3)
      expect((await file('silent', { key })).documentHistoryId).toContain('/_history/')
      expect(serverOf('silent').requests.filter(creates)).toHaveLength(1)
      expect(await notesWith('silent', key)).toBe(1)
    },
  )

  it.each(losses)('has an unknown outcome when it cannot be found: %s', async (loss) => {
    const server = serverOf('silent')
    loseAnswers('silent', loss, 3)
    // The search before the note, and the one after it, which is not indexed yet.
    const empty = { status: 200, body: '{"resourceType":"Bundle","type":"searchset"}' }
    for (let count = 0; count < 2; count++) server.instead.push({ when: searches, answer: empty })
    const error = await failureOf(file('silent'))
    expect(error).toMatchObject({ statusCode: 502, details: { outcome: 'unknown' } })
    expect(error.message).toContain('Look into the chart')
    expect(server.requests.filter(creates)).toHaveLength(1)
  })

  it.each(losses)('is sent again where conditional create is declared: %s', async (loss) => {
    const key = randomUUID()
    loseAnswers('declares', loss, 1)
    const call = file('declares', { key })
    // 500 does not show that another try would help; the engine's policy retries, with the same
    // key.
    if (loss === 'answers 500') {
      expect(await failureOf(call)).toMatchObject({ details: { status: 500 } })
      await file('declares', { key, mayHaveHappened: true })
    } else await call
    expect(serverOf('declares').requests.filter(creates)).toHaveLength(2)
    expect(await notesWith('declares', key)).toBe(1)
  })
})

describe('a note that an earlier attempt may have filed', () => {
  it('is found, and not sent again', async () => {
    const key = randomUUID()
    const first = await file('silent', { key })
    expect(await file('silent', { key, mayHaveHappened: true })).toEqual(first)
    expect(serverOf('silent').requests.filter(creates)).toHaveLength(1)
  })

  it('is not sent when it is not found: a person decides', async () => {
    const error = await failureOf(file('silent', { mayHaveHappened: true }))
    expect(error.details).toMatchObject({ outcome: 'unknown' })
    expect(serverOf('silent').requests.filter(creates)).toHaveLength(0)
  })

  it('is not mistaken for another note that the server answers to any search', async () => {
    await file('silent')
    const resource = { resourceType: 'DocumentReference', id: 'other', identifier: [] }
    const body = JSON.stringify({ resourceType: 'Bundle', entry: [{ resource }] })
    serverOf('silent').instead.push({ when: searches, answer: { status: 200, body } })
    const error = await failureOf(file('silent', { mayHaveHappened: true }))
    expect(error.details).toMatchObject({ outcome: 'unknown' })
  })
})

it('a statement that cannot be read declares nothing', async () => {
  const server = await startFhirServer()
  const before = { server: servers.silent, patient: patients.silent }
  try {
    const { id } = await server.repository.createResource({ resourceType: 'Patient' })
    const metadata = ({ path }: SeenRequest) => path.endsWith('/metadata')
    for (const answer of [{ status: 200, body: '<html>' }, { status: 404 }])
      server.instead.push({ when: metadata, answer })
    servers.silent = server
    patients.silent = id
    for (let count = 0; count < 2; count++) {
      server.instead.push({ when: creates, answer: { status: 503 }, after: true })
      await file('silent')
    }
    expect(server.requests.filter(creates)).toHaveLength(2)
  } finally {
    servers.silent = before.server
    patients.silent = before.patient
    await server.close()
  }
})

describe('a patient who cannot be verified', () => {
  const answers = [{ status: 500 }, { status: 503 }, { status: 429 }, { status: 302 }] as const
  it.each(answers)('gets no note: $status', async (answer) => {
    const server = serverOf('declares')
    // The read is tried again with the same result.
    for (let count = 0; count < 3; count++)
      server.instead.push({
        when: readsPatient,
        answer: { ...answer, headers: { 'retry-after': '0' } },
      })
    expect(await failureOf(file('declares'))).toMatchObject({ details: { status: answer.status } })
    expect(server.requests.filter(creates)).toHaveLength(0)
  })

  it('gets no note when the connection breaks', async () => {
    const server = serverOf('declares')
    for (let count = 0; count < 3; count++)
      server.instead.push({ when: readsPatient, answer: 'cut' })
    expect(await failureOf(file('declares'))).toMatchObject({ code: 'provider_error' })
    expect(server.requests.filter(creates)).toHaveLength(0)
  })
})
