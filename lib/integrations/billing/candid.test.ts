import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { candidPatient, startCandidServer, type CandidServer } from '#test/fakes/candid-server'
import { memoryStore } from '#test/fakes/memory-store'
import { billingCandid } from './candid.ts'
import type { BillingUpdate } from './port.ts'

let candid: CandidServer
let patientId: string
beforeAll(async () => {
  candid = await startCandidServer()
})
afterAll(async () => await candid.close())
beforeEach(() => {
  patientId = randomUUID()
  candid.patients.set(patientId, {
    ...candidPatient(),
    id: patientId,
    mrn: '2601020001',
    organization_id: 'org',
    deactivated: false,
    version: 1,
    updated_at: '2026-01-02T03:04:05Z',
    updating_user_id: 'user',
  })
  for (const server of [candid.api, candid.preEncounter]) {
    server.calls.length = 0
    server.instead.length = 0
  }
})

function open({
  config = {},
  secrets = { clientSecret: candid.clientSecret },
}: { config?: object; secrets?: object } = {}) {
  const settings = {
    clientId: candid.clientId,
    apiUrl: candid.api.baseUrl,
    preEncounterUrl: candid.preEncounter.baseUrl,
    timeoutSeconds: 5,
    ...config,
  }
  return billingCandid.open({
    config: billingCandid.config.parse(settings),
    secrets: billingCandid.secrets.parse(secrets),
    store: memoryStore(),
    allowPrivate: [candid.api.host, candid.preEncounter.host],
  })
}
const update = (change: Partial<BillingUpdate> = {}, port = open()) =>
  port.updatePatient(
    { patientId, version: 2, patient: candidPatient({ gender: 'WOMAN' }), ...change },
    AbortSignal.timeout(20_000),
  )
const puts = () => candid.preEncounter.calls.filter(({ method }) => method === 'PUT')

describe('an update of a Candid patient', () => {
  it('replaces the patient and answers Candid’s, unchanged', async () => {
    const answer = await update()
    expect(answer).toEqual(candid.patients.get(patientId))
    expect(answer).toMatchObject({ id: patientId, version: 2, gender: 'WOMAN', mrn: '2601020001' })
    expect(puts()).toMatchObject([
      {
        url: { pathname: `/patients/v1/${patientId}/2` },
        headers: { 'content-type': 'application/json' },
      },
    ])
    expect(puts()[0]?.json()).toEqual(candidPatient({ gender: 'WOMAN' }))
  })

  it('uses one token for many calls, and replaces a refused one once', async () => {
    candid.tokens.clear()
    await update()
    await update({ version: 3 })
    expect(candid.api.calls).toHaveLength(1)
    candid.tokens.clear()
    expect(await update({ version: 4 })).toMatchObject({ version: 4 })
    expect(candid.api.calls).toHaveLength(2)
  })

  it('concurrent calls request one token', async () => {
    candid.tokens.clear()
    await Promise.all(
      Array.from({ length: 8 }, () => update({ patientId: 'nobody' }).catch(() => undefined)),
    )
    expect(candid.api.calls.length).toBe(1)
  })

  it('sends the secret to the first host only and the token to the second only', async () => {
    candid.tokens.clear()
    await update()
    expect(candid.api.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true)
    expect(
      JSON.stringify(candid.preEncounter.calls.map(({ headers, body }) => [headers, body])),
    ).not.toContain(candid.clientSecret)
  })

  it.each([1, 3, 77])(
    'with version %i of a patient at 1 changes nothing and says which is next',
    async (version) => {
      await expect(update({ version })).rejects.toMatchObject({
        code: 'version_conflict',
        statusCode: 409,
        details: { currentVersion: 1, expectedVersion: 2, code: 'VersionConflictError' },
      })
      expect(candid.patients.get(patientId)).toMatchObject({ version: 1 })
    },
  )

  it.each([
    ['an older body', { code: 'conflict', latest_version: 6, message: 'x' }, 6],
    [
      'one that does not say the version',
      { errorName: 'VersionConflictError', content: { message: 'x' } },
      1,
    ],
  ])('understands the conflict body with %s', async (_what, body, currentVersion) => {
    await update({ patientId: 'nobody' }).catch(() => undefined)
    candid.preEncounter.instead.push({ status: 409, body })
    await expect(update()).rejects.toMatchObject({
      details: { currentVersion, expectedVersion: currentVersion + 1 },
    })
  })

  it('without a version carries the one after the current', async () => {
    candid.patients.set(patientId, { ...candid.patients.get(patientId), version: 8 })
    const { version: _version, ...rest } = { version: 0, patientId, patient: candidPatient() }
    expect(await open().updatePatient(rest, AbortSignal.timeout(30_000))).toMatchObject({
      version: 9,
    })
  })

  it('that may be a repeat recognises its own earlier update, and no other', async () => {
    const first = await update({ mayBeRepeat: true })
    expect(await update({ mayBeRepeat: true })).toEqual(first)
    expect(candid.patients.get(patientId)).toMatchObject({ version: 2 })
    await expect(
      update({ mayBeRepeat: true, patient: candidPatient({ gender: 'MAN' }) }),
    ).rejects.toMatchObject({ code: 'version_conflict', details: { currentVersion: 2 } })
    await expect(update()).rejects.toMatchObject({ code: 'version_conflict' })
  })

  it.each(['nobody', '..', '.', 'a/../b', 'ä ö?#', `${'x'.repeat(200)}`])(
    'of the unknown patient %j is 404',
    async (unknown) => {
      await expect(update({ patientId: unknown })).rejects.toMatchObject({
        code: 'not_found',
        statusCode: 404,
      })
      expect(
        candid.preEncounter.calls.every(({ url }) => url.pathname.startsWith('/patients/v1/')),
      ).toBe(true)
    },
  )
})

describe('a Candid that refuses or fails', () => {
  it('says so with its code and without its words', async () => {
    const error: unknown = await update({ patient: { name: {} } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({
      code: 'provider_error',
      statusCode: 502,
      details: { provider: 'candid', status: 422, code: 'UnprocessableEntityError' },
    })
    expect(JSON.stringify([error, String(error)])).not.toContain('Jane')
  })

  it.each([
    [
      '500 with no JSON',
      { status: 500, body: 'stack trace' },
      { code: 'provider_error', details: { status: 500 } },
    ],
    [
      '503',
      { status: 503, headers: { 'retry-after': '7' } },
      { code: 'provider_error', details: { status: 503 }, headers: { 'retry-after': '7' } },
    ],
    [
      '429',
      { status: 429, headers: { 'retry-after': '30' } },
      { code: 'provider_error', details: { status: 429 }, headers: { 'retry-after': '30' } },
    ],
    ['403', { status: 403, body: {} }, { code: 'provider_error', details: { status: 403 } }],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://example.com/' } },
      { code: 'provider_error', details: { status: 302 } },
    ],
    [
      '200 with no patient',
      { status: 200, body: [1] },
      { code: 'provider_error', details: { status: 200 } },
    ],
    ['a cut connection', 'cut', { code: 'provider_error', statusCode: 502 }],
    ['silence', 'hang', { code: 'provider_timeout', statusCode: 504 }],
  ] as const)('%s: an update is sent once', async (_what, answer, expected) => {
    await update({ patientId: 'nobody' }).catch(() => undefined)
    candid.preEncounter.calls.length = 0
    candid.preEncounter.instead.push(answer)
    await expect(update()).rejects.toMatchObject(expected)
    expect(candid.preEncounter.calls).toHaveLength(1)
  })

  it('reports wrong credentials and too many tokens plainly', async () => {
    await expect(update({}, open({ secrets: { clientSecret: 'wrong' } }))).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('credentials'),
      details: { status: 401, code: 'UnauthorizedError' },
    })
    candid.api.instead.push({
      status: 429,
      headers: { 'retry-after': '60' },
      body: { errorName: 'TooManyRequestsError', content: { message: 'x' } },
    })
    await expect(update({}, open({ secrets: { clientSecret: 'other' } }))).rejects.toMatchObject({
      details: { status: 429, code: 'TooManyRequestsError' },
      headers: { 'retry-after': '60' },
    })
    await expect(update({}, open({ secrets: {} }))).rejects.toMatchObject({
      message: expect.stringContaining('not complete'),
    })
  })
})

describe('the test of a Candid connection', () => {
  it('signs in and reads no patient', async () => {
    expect(await open().test(AbortSignal.timeout(30_000))).toContain('took our credentials')
    expect(puts()).toEqual([])
  })
  it('fails when the secret is wrong, even while a token is cached', async () => {
    await expect(
      open({ secrets: { clientSecret: 'wrong' } }).test(AbortSignal.timeout(30_000)),
    ).rejects.toMatchObject({ details: { status: 401 } })
  })
})
