import { createHash, randomUUID } from 'node:crypto'
import type { DocumentReference } from '@medplum/fhirtypes'
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  jwtVerify,
} from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { startFhirServer, type FhirServer, type SeenRequest } from '#test/fakes/fhir-server'
import { emrFhir } from './fhir.ts'
import type { EmrPort } from './port.ts'

const store = {
  get: async () => undefined,
  list: async () => [],
  insert: async () => true,
  put: async () => undefined,
}
let server: FhirServer
let patientId: string

beforeAll(async () => {
  server = await startFhirServer()
  patientId = (
    await server.repository.createResource({ resourceType: 'Patient', name: [{ family: 'Chart' }] })
  ).id
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.requests.length = 0
  server.instead.length = 0
  server.authorize = () => true
})

type Settings = {
  config?: Record<string, unknown>
  secrets?: Record<string, string>
  allowPrivate?: string[]
}
function open({ config = {}, secrets = {}, allowPrivate = [server.host] }: Settings = {}): EmrPort {
  return emrFhir.open({
    config: emrFhir.config.parse({ baseUrl: server.baseUrl, auth: 'none', ...config }),
    secrets: emrFhir.secrets.parse(secrets),
    store,
    allowPrivate,
  })
}
const note = () => ({
  patientId,
  title: 'Authorization received',
  body: 'Authorization 4711',
  category: 'CPS Authorizations',
  date: '2026-03-07',
})
const file = (
  port: EmrPort,
  change: Partial<ReturnType<typeof note>> = {},
  key: string = randomUUID(),
) =>
  port.createTextNote(
    { ...note(), ...change },
    { idempotencyKey: key, signal: AbortSignal.timeout(30_000) },
  )
const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}
const creates = (request: SeenRequest) =>
  request.method === 'POST' && request.path.endsWith('/DocumentReference')
const stored = async (documentHistoryId: string) =>
  await server.repository.readResource<DocumentReference>(
    'DocumentReference',
    documentHistoryId.split('/')[0] ?? '',
  )
const contentOf = (document: DocumentReference) =>
  Buffer.from(document.content[0]?.attachment.data ?? '', 'base64').toString('utf8')

describe('filing a note on a FHIR server', () => {
  it('stores a DocumentReference as US Core wants it and answers its version', async () => {
    const { documentHistoryId } = await file(open(), { title: 'Überweisung' })
    const [id, , version] = documentHistoryId.split('/')
    const document = await server.repository.readVersion<DocumentReference>(
      'DocumentReference',
      id ?? '',
      version ?? '',
    )
    expect(document).toMatchObject({
      status: 'current',
      subject: { reference: `Patient/${patientId}` },
      description: 'Überweisung',
      date: '2026-03-07T00:00:00Z',
      category: [{ coding: [{ code: 'clinical-note' }] }, { text: 'CPS Authorizations' }],
      content: [{ attachment: { contentType: 'text/plain', title: 'Überweisung' } }],
    })
    expect(contentOf(document)).toBe('Authorization 4711')
  })

  it('files one note for one key and returns the same id again', async () => {
    const key = randomUUID()
    const first = await file(open(), {}, key)
    const again = await file(open(), {}, key)
    expect(again).toEqual(first)
    const { entry } = await server.repository.search({
      resourceType: 'DocumentReference',
      filters: [{ code: 'identifier', operator: 'eq' as never, value: key }],
    })
    expect(entry).toHaveLength(1)
  })

  it('reads the id when a repeat is answered 200 with neither body nor Location', async () => {
    const key = randomUUID()
    const first = await file(open(), {}, key)
    server.instead.push({ when: creates, answer: { status: 200 } })
    expect(await file(open(), {}, key)).toEqual(first)
  })

  it('sanitizes HTML and leaves plain text with < unchanged', async () => {
    const html = await stored(
      (
        await file(open(), {
          body: '<p onclick="x()">Hi</p><script>alert(1)</script><img src=x onerror=alert(1)>',
        })
      ).documentHistoryId,
    )
    expect([html.content[0]?.attachment.contentType, contentOf(html)]).toEqual([
      'text/html',
      '<p>Hi</p>',
    ])
    const plain = 'WBC <normal, platelets >50; BP < 140 & > 90'
    const text = await stored((await file(open(), { body: plain })).documentHistoryId)
    expect([text.content[0]?.attachment.contentType, contentOf(text)]).toEqual([
      'text/plain',
      plain,
    ])
  })

  it.each(['nobody', 'EMR 1', '..', '../Patient', `${'x'.repeat(65)}`])(
    'refuses the unknown patient %j and files nothing',
    async (unknown) => {
      expect(await failure(file(open(), { patientId: unknown }))).toMatchObject({
        code: 'not_found',
        statusCode: 404,
      })
      expect(server.requests.filter(creates)).toHaveLength(0)
    },
  )

  it('files without a check of the patient where it may not read patients', async () => {
    server.instead.push({ when: ({ path }) => path.includes('/Patient/'), answer: { status: 403 } })
    expect((await file(open())).documentHistoryId).toContain('/_history/')
  })

  it('tests the connection without changing anything', async () => {
    expect(await open().test(AbortSignal.timeout(30_000))).toContain('answered')
    expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
  })
})

describe('a FHIR server that refuses or fails', () => {
  const outcome = (code: string) =>
    JSON.stringify({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code, diagnostics: 'Patient John Doe' }],
    })
  const json = { 'content-type': 'application/fhir+json' }
  it.each([
    {
      answers: [{ status: 400, headers: json, body: outcome('structure') }],
      details: { status: 400, code: 'structure' },
    },
    {
      answers: [{ status: 422, headers: json, body: outcome('business-rule') }],
      details: { status: 422, code: 'business-rule' },
    },
    {
      answers: [{ status: 412, headers: json, body: outcome('conflict') }],
      details: { status: 412 },
    },
    {
      answers: [{ status: 404, headers: json, body: outcome('not-found') }],
      details: { status: 404 },
    },
    { answers: [{ status: 500, body: '<html>stack trace</html>' }], details: { status: 500 } },
    {
      answers: [{ status: 302, headers: { location: 'http://example.com/' } }],
      details: { status: 302 },
    },
    { answers: [{ status: 201, headers: json, body: 'garbage' }], details: { status: 201 } },
    { answers: [{ status: 201, headers: json, body: '{}' }], details: { status: 201 } },
    { answers: ['cut', 'cut', 'cut'], details: { provider: 'fhir' } },
  ] as const)(
    'answers provider_error with $details without quoting the server',
    async ({ answers, details }) => {
      for (const answer of answers) server.instead.push({ when: creates, answer })
      const error = await failure(file(open()))
      expect(error).toMatchObject({ code: 'provider_error', statusCode: 502, details })
      expect(JSON.stringify([error.message, error.details])).not.toMatch(/John|stack/)
    },
  )

  it('names the element that the server demands, without quoting it', async () => {
    const expression = ['DocumentReference.context.encounter', 'Patient.name = John']
    const issue = [{ severity: 'error', code: 'required', expression, diagnostics: 'John Doe' }]
    const body = JSON.stringify({ resourceType: 'OperationOutcome', issue })
    server.instead.push({ when: creates, answer: { status: 422, headers: json, body } })
    const error = await failure(file(open()))
    expect(error.details).toMatchObject({ fields: ['DocumentReference.context.encounter'] })
    expect(error.message).toContain('(422, required, DocumentReference.context.encounter)')
    expect(JSON.stringify([error.message, error.details])).not.toContain('John')
  })

  it('is asked again, as Retry-After says, and the note is filed once', async () => {
    server.instead.push(
      { when: creates, answer: { status: 503, headers: { 'retry-after': '0' } } },
      { when: creates, answer: 'cut' },
    )
    expect((await file(open())).documentHistoryId).toContain('/_history/')
    expect(server.requests.filter(creates)).toHaveLength(3)
  })

  it('passes a long Retry-After on instead of waiting', async () => {
    server.instead.push({
      when: creates,
      answer: { status: 429, headers: { 'retry-after': '120' } },
    })
    expect(await failure(file(open()))).toMatchObject({
      code: 'provider_error',
      details: { status: 429 },
      headers: { 'retry-after': '120' },
    })
  })

  it('stops when the caller does', async () => {
    server.instead.push({ when: creates, answer: 'hang' })
    const controller = new AbortController()
    const call = open().createTextNote(note(), { idempotencyKey: 'x', signal: controller.signal })
    await expect.poll(() => server.requests.filter(creates).length).toBe(1)
    controller.abort(new Error('gone'))
    await expect(call).rejects.toThrow('gone')
  })

  it('is not called at an internal address that no operator let through', async () => {
    for (const baseUrl of [server.baseUrl, server.baseUrl.replace('127.0.0.1', 'localhost')]) {
      expect(await failure(file(open({ config: { baseUrl }, allowPrivate: [] })))).toMatchObject({
        code: 'provider_error',
        details: { code: 'internal_address' },
      })
    }
    expect(server.requests).toHaveLength(0)
  })
})

describe('signing in to a FHIR server', () => {
  it('sends a fixed token, and reports plainly that it is refused', async () => {
    server.authorize = ({ headers }) => headers.authorization === 'Bearer right'
    await file(open({ config: { auth: 'bearer' }, secrets: { token: 'right' } }))
    const error = await failure(
      file(open({ config: { auth: 'bearer' }, secrets: { token: 'wrong' } })),
    )
    expect(error).toMatchObject({ code: 'provider_error', details: { status: 401 } })
    expect(error.message).toContain('credentials')
    expect(await failure(file(open({ config: { auth: 'bearer' } })))).toMatchObject({
      message: expect.stringContaining('not complete'),
    })
  })

  it.each(['RS384', 'ES384'] as const)(
    'by SMART backend services with %s: a signed assertion, one token for many calls',
    async (alg) => {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
      const tokenUrl = `${server.baseUrl}/token-${alg}`
      const tokens: string[] = []
      const asksToken = ({ path }: SeenRequest) => path.endsWith(`/token-${alg}`)
      server.authorize = ({ headers }) =>
        tokens.includes((headers.authorization ?? '').replace('Bearer ', ''))
      const grant = () => {
        const token = randomUUID()
        tokens.push(token)
        server.instead.push({
          when: asksToken,
          answer: {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 300 }),
          },
        })
      }
      grant()
      const config = {
        auth: 'backend-services',
        tokenUrl,
        clientId: `client-${alg}`,
        keyId: 'key-1',
      }
      const port = open({ config, secrets: { privateKey: await exportPKCS8(privateKey) } })
      await file(port)
      await file(port)
      expect(server.requests.filter(asksToken)).toHaveLength(1)
      const form = new URLSearchParams(server.requests.find(asksToken)?.body)
      expect(Object.fromEntries(form)).toMatchObject({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
      const { payload, protectedHeader } = await jwtVerify(
        form.get('client_assertion') ?? '',
        publicKey,
        { issuer: `client-${alg}`, subject: `client-${alg}`, audience: tokenUrl },
      )
      expect(protectedHeader).toMatchObject({ alg, kid: 'key-1' })
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(300)
      expect(payload.jti).toBeTruthy()

      // The server forgets the token, so the client requests a new one, once.
      tokens.length = 0
      grant()
      await file(port)
      expect(server.requests.filter(asksToken)).toHaveLength(2)

      // SMART requires a kid: the thumbprint (RFC 7638) where the connection names none.
      grant()
      const noKey = { ...config, keyId: undefined, clientId: 'without-kid' }
      await file(open({ config: noKey, secrets: { privateKey: await exportPKCS8(privateKey) } }))
      const asked = server.requests.findLast(asksToken)
      const assertion = new URLSearchParams(asked?.body).get('client_assertion') ?? ''
      const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
      expect(decodeProtectedHeader(assertion).kid).toBe(kid)

      const jwk = { ...(await exportJWK(privateKey)), kid: 'key-2' }
      grant()
      await file(
        open({
          config: { ...config, keyId: undefined, clientId: 'by-jwk' },
          secrets: { privateKey: JSON.stringify(jwk) },
        }),
      )
      expect(server.requests.filter(asksToken)).toHaveLength(4)
    },
  )

  it.each([
    ['no key', {}],
    [
      'a key that is none',
      { privateKey: '-----BEGIN PRIVATE KEY-----\nxxxx\n-----END PRIVATE KEY-----' },
    ],
    ['JSON that is no key', { privateKey: '{"kty":"RSA"' }],
  ])('says that the connection is not complete with %s', async (_what, secrets) => {
    const config = {
      auth: 'backend-services',
      tokenUrl: `${server.baseUrl}/token`,
      clientId: createHash('md5').update(_what).digest('hex'),
    }
    expect(await failure(file(open({ config, secrets })))).toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('not complete'),
    })
  })
})
