import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  eligibilityInquirySchema,
  type EligibilityInquiry,
} from '#lib/domain/provider/eligibility-inquiry'
import { memoryStore } from '#test/fakes/memory-store'
import { plansPlan, v3Plan } from '#test/samples/patient-cost/samples'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from '#test/fakes/provider-server'
import { clearinghouseStedi } from './stedi.ts'

const key = 'test_key_1'
const refuse = (status: number, code: string): ProviderAnswer => ({
  status,
  body: { code, message: 'Jane Doe is not welcome' },
})
const json = (body: unknown): ProviderAnswer => ({ status: 200, body })
const onlyHas = (value: unknown, keys: string[]) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).every((name) => keys.includes(name))
const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
const isCompactDate = (value: unknown) => typeof value === 'string' && /^\d{8}$/.test(value)

type Person = {
  memberId?: unknown
  name?: { person?: unknown; organization?: unknown }
  dateOfBirth?: unknown
  firstName?: unknown
  lastName?: unknown
}

/**
 * POST /2026-06-01/eligibility-check as Stedi's SDK types it: required payerId, provider,
 * subscriber; names are a union; dates are ISO.
 */
function answerPlans(call: ProviderCall): ProviderAnswer {
  const body = call.json() as {
    payerId?: unknown
    provider?: { npi?: string; name?: object }
    subscriber?: Person
    dependent?: Person & { relationToSubscriber?: string }
    encounter?: {
      services?: { system: string; value: string }[]
      dates?: { service?: { start?: unknown } }
    }
  }
  const wrong = refuse(400, 'INVALID_REQUEST')
  if (
    !onlyHas(body, [
      'payerId',
      'payerName',
      'provider',
      'subscriber',
      'dependent',
      'encounter',
      'externalPatientId',
      'eligibilitySearchId',
    ])
  )
    return wrong
  if (
    typeof body.payerId !== 'string' ||
    !/^\d{10}$/.test(body.provider?.npi ?? '') ||
    !onlyHas(body.provider?.name, ['person', 'organization']) ||
    Object.keys(body.provider?.name ?? {}).length !== 1
  )
    return wrong
  if (
    !onlyHas(body.subscriber, [
      'name',
      'memberId',
      'dateOfBirth',
      'gender',
      'additionalInformation',
      'address',
      'provider',
    ])
  )
    return wrong
  if (body.subscriber?.dateOfBirth !== undefined && !isDate(body.subscriber.dateOfBirth))
    return wrong
  if (
    body.dependent &&
    (!body.dependent.name?.person ||
      !['SPOUSE', 'CHILD', 'OTHER_ADULT'].includes(body.dependent.relationToSubscriber ?? ''))
  )
    return wrong
  const services = body.encounter?.services ?? []
  if (
    !services.every(
      ({ system, value }) =>
        ['STC', 'CDT', 'CPT', 'NDC', 'HCPCS', 'ICD-10-PCS'].includes(system) && value,
    )
  )
    return wrong
  if (body.encounter?.dates && !isDate(body.encounter.dates.service?.start)) return wrong
  return json(plansPlan)
}

/**
 * POST …/eligibility/v3: required provider, subscriber, tradingPartnerServiceId; dates are
 * YYYYMMDD; one dependent.
 */
function answerV3(call: ProviderCall): ProviderAnswer {
  const body = call.json() as {
    controlNumber?: string
    tradingPartnerServiceId?: unknown
    provider?: { npi?: string; organizationName?: string; lastName?: string }
    subscriber?: Person
    dependents?: Person[]
    encounter?: {
      serviceTypeCodes?: string[]
      medicalProcedures?: { productOrServiceIDQualifier: string; procedureCode: string }[]
      dateOfService?: unknown
    }
  }
  const wrong = refuse(400, 'INVALID_REQUEST')
  if (
    !onlyHas(body, [
      'controlNumber',
      'tradingPartnerServiceId',
      'provider',
      'subscriber',
      'dependents',
      'encounter',
      'externalPatientId',
    ])
  )
    return wrong
  if (
    !/^\d{9}$/.test(body.controlNumber ?? '') ||
    typeof body.tradingPartnerServiceId !== 'string' ||
    !/^\d{10}$/.test(body.provider?.npi ?? '') ||
    !(body.provider?.organizationName ?? body.provider?.lastName)
  )
    return wrong
  if (
    !onlyHas(body.subscriber, ['memberId', 'firstName', 'lastName', 'dateOfBirth']) ||
    (body.subscriber?.dateOfBirth !== undefined && !isCompactDate(body.subscriber.dateOfBirth))
  )
    return wrong
  if (
    (body.dependents ?? []).length > 1 ||
    (body.encounter?.dateOfService !== undefined && !isCompactDate(body.encounter.dateOfService))
  )
    return wrong
  if (Boolean(body.encounter?.serviceTypeCodes) === Boolean(body.encounter?.medicalProcedures))
    return wrong
  return json(v3Plan)
}

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer((call) => {
    // The key unchanged: Stedi refuses "Bearer".
    if (call.headers.authorization !== key)
      return refuse(call.headers.authorization ? 403 : 401, 'ACCESS_DENIED')
    if (call.method === 'GET' && call.url.pathname === '/2024-04-01/payers/search') {
      // healthcare.json: pageSize has a minimum of 10 and a maximum of 100.
      const size = Number(call.url.searchParams.get('pageSize') ?? 10)
      return size >= 10 && size <= 100 ? json({ items: [] }) : refuse(400, 'INVALID_REQUEST')
    }
    if (call.method !== 'POST' || call.headers['content-type'] !== 'application/json')
      return refuse(400, 'INVALID_REQUEST')
    if (call.url.pathname === '/2026-06-01/eligibility-check') return answerPlans(call)
    if (call.url.pathname === '/2024-04-01/change/medicalnetwork/eligibility/v3')
      return answerV3(call)
    return refuse(404, 'NOT_FOUND')
  })
})
afterAll(async () => await server.close())
beforeEach(() => {
  server.calls.length = 0
  server.instead.length = 0
})

type Version = '2026-06-01' | '2024-04-01'
const open = (version: Version = '2026-06-01', secrets: Record<string, string> = { apiKey: key }) =>
  clearinghouseStedi.open({
    config: clearinghouseStedi.config.parse({
      version,
      baseUrl: server.baseUrl,
      timeoutSeconds: 5,
    }),
    secrets,
    store: memoryStore(),
    allowPrivate: [server.host],
  })
const inquiry = (more: Record<string, unknown> = {}): EligibilityInquiry =>
  eligibilityInquirySchema.parse({
    payerId: '60054',
    provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
    subscriber: {
      memberId: 'AETNA12345',
      firstName: 'Jane',
      lastName: 'Doe',
      dateOfBirth: '2004-04-04',
    },
    ...more,
  })
const check = (version: Version = '2026-06-01', more: Record<string, unknown> = {}) =>
  open(version).checkEligibility(inquiry(more), AbortSignal.timeout(30_000))
const sent = () => server.calls[0]?.json()

describe.each<[Version, unknown]>([
  ['2026-06-01', plansPlan],
  ['2024-04-01', v3Plan],
])('an eligibility check by Stedi, version %s', (version, answer) => {
  it.each<[string, Record<string, unknown>]>([
    ['a subscriber', {}],
    [
      'a dependent',
      {
        dependent: {
          firstName: 'Amy',
          lastName: 'Doe',
          dateOfBirth: '2020-01-02',
          relationship: 'child',
        },
      },
    ],
    [
      'a provider who is a person',
      { provider: { npi: '1999999984', firstName: 'Ruth', lastName: 'Moss' } },
    ],
    ['service types and a date', { serviceTypeCodes: ['98', 'MH'], dateOfService: '2026-11-01' }],
    ['a procedure', { procedureCode: '99213' }],
    ['a dental procedure', { procedureCode: 'd0120' }],
    ['a member id alone', { subscriber: { memberId: 'AETNA12345' } }],
  ])(
    '%s: the provider accepts the request, and its answer is returned unchanged',
    async (_name, more) => {
      expect(await check(version, more)).toMatchObject({
        active: true,
        payerName: 'Evergreen',
        otherPayers: [{ name: 'SUMMIT' }],
        eligibility: answer,
      })
      expect(server.calls).toHaveLength(1)
    },
  )
})

describe('what is sent', () => {
  it('names the codes and systems of the 2026-06-01 API', async () => {
    await check('2026-06-01', {
      dependent: { firstName: 'Amy', lastName: 'Doe', relationship: 'spouse' },
      procedureCode: 'd0120',
      dateOfService: '2026-11-01',
    })
    expect(sent()).toEqual({
      payerId: '60054',
      provider: { npi: '1999999984', name: { organization: 'Cedar Clinic' } },
      subscriber: {
        memberId: 'AETNA12345',
        name: { person: { firstName: 'Jane', lastName: 'Doe' } },
        dateOfBirth: '2004-04-04',
      },
      dependent: {
        name: { person: { firstName: 'Amy', lastName: 'Doe' } },
        relationToSubscriber: 'SPOUSE',
      },
      encounter: {
        services: [{ system: 'CDT', value: 'D0120' }],
        dates: { service: { start: '2026-11-01' } },
      },
    })
  })
  it('names the codes and qualifiers of version 3', async () => {
    await check('2024-04-01', {
      dependent: { firstName: 'Amy', lastName: 'Doe', dateOfBirth: '2020-01-02' },
      procedureCode: 'G0101',
      dateOfService: '2026-11-01',
    })
    expect(sent()).toEqual({
      controlNumber: expect.stringMatching(/^\d{9}$/),
      tradingPartnerServiceId: '60054',
      provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
      subscriber: {
        memberId: 'AETNA12345',
        firstName: 'Jane',
        lastName: 'Doe',
        dateOfBirth: '20040404',
      },
      dependents: [
        {
          firstName: 'Amy',
          lastName: 'Doe',
          individualRelationshipCode: '19',
          dateOfBirth: '20200102',
        },
      ],
      encounter: {
        medicalProcedures: [{ productOrServiceIDQualifier: 'HC', procedureCode: 'G0101' }],
        dateOfService: '20261101',
      },
    })
  })
})

describe('what can go wrong', () => {
  const aaa = (code: string) => ({
    errors: [
      {
        field: 'AAA',
        code,
        description: 'Jane Doe not found',
        followupAction: 'Please Correct and Resubmit',
        location: 'SUBSCRIBER',
      },
    ],
  })
  it.each<[string, ProviderAnswer[], object]>([
    [
      'the payer refuses with 400',
      [{ status: 400, body: aaa('75') }],
      {
        code: 'provider_error',
        statusCode: 502,
        details: {
          provider: 'stedi',
          status: 400,
          code: '75',
          location: 'SUBSCRIBER',
          retryable: false,
        },
        message: expect.stringContaining('AAA 75'),
      },
    ],
    [
      'the payer refuses with 200',
      [json({ id: 'ec_1', ...aaa('72') })],
      {
        code: 'provider_error',
        statusCode: 502,
        details: {
          provider: 'stedi',
          status: 200,
          code: '72',
          location: 'SUBSCRIBER',
          retryable: false,
        },
      },
    ],
    [
      'the payer cannot answer now',
      [{ status: 400, body: aaa('42') }],
      {
        code: 'provider_timeout',
        statusCode: 504,
        details: { provider: 'stedi', status: 400, code: '42', location: 'SUBSCRIBER' },
      },
    ],
    [
      'a reason that we do not know',
      [{ status: 400, body: aaa('97') }],
      {
        code: 'provider_error',
        details: {
          provider: 'stedi',
          status: 400,
          code: '97',
          location: 'SUBSCRIBER',
          retryable: false,
        },
      },
    ],
    [
      'a request that Stedi does not take',
      [refuse(400, 'INVALID_REQUEST')],
      {
        code: 'provider_error',
        statusCode: 502,
        details: { provider: 'stedi', status: 400, code: 'INVALID_REQUEST' },
      },
    ],
    [
      'a refused key',
      [refuse(403, 'ACCESS_DENIED')],
      {
        code: 'provider_error',
        details: { provider: 'stedi', status: 403, code: 'ACCESS_DENIED' },
        message: expect.stringContaining('credentials'),
      },
    ],
    [
      'an error of Stedi',
      [{ status: 500, body: 'oops' }],
      { code: 'provider_error', statusCode: 502, details: { provider: 'stedi', status: 500 } },
    ],
    [
      'a payer that does not answer Stedi',
      Array.from({ length: 3 }, () => ({
        status: 504,
        headers: { 'retry-after': '0' },
        body: { code: 'TIMEOUT' },
      })),
      {
        code: 'provider_timeout',
        statusCode: 504,
        details: { provider: 'stedi', status: 504, code: 'TIMEOUT' },
      },
    ],
    ['Stedi does not answer', ['hang'], { code: 'provider_timeout', statusCode: 504 }],
    [
      'no JSON',
      [{ status: 200, body: 'oops' }],
      { code: 'provider_error', details: { provider: 'stedi', status: 200 } },
    ],
    [
      'an answer that is none',
      [json({ hello: 'world' })],
      { code: 'provider_error', details: { provider: 'stedi', status: 200 } },
    ],
    ['a list', [json([])], { code: 'provider_error', details: { provider: 'stedi', status: 200 } }],
    [
      'a code that could be anything',
      [refuse(400, '<b>Jane Doe</b>')],
      { code: 'provider_error', details: { provider: 'stedi', status: 400 } },
    ],
  ])('%s', async (_name, answers, expected) => {
    server.instead.push(...answers)
    const failure = await check().catch((error: unknown) => error)
    expect(failure).toMatchObject(expected)
    // The provider's free text may name the patient.
    expect(JSON.stringify({ ...(failure as object), message: String(failure) })).not.toContain(
      'Jane',
    )
  })

  it('is asked again after 429 and 503, as Retry-After says', async () => {
    server.instead.push(
      { status: 429, headers: { 'retry-after': '0' }, body: { code: 'TOO_MANY_REQUESTS' } },
      { status: 503, headers: { 'retry-after': '0' } },
    )
    expect((await check()).active).toBe(true)
    expect(server.calls).toHaveLength(3)
  })

  it('a long Retry-After is passed on', async () => {
    server.instead.push({
      status: 429,
      headers: { 'retry-after': '120' },
      body: { code: 'TOO_MANY_REQUESTS' },
    })
    await expect(check()).rejects.toMatchObject({
      code: 'provider_error',
      headers: { 'retry-after': '120' },
      details: { status: 429, code: 'TOO_MANY_REQUESTS' },
    })
  })

  it('a missing key is reported before anything is sent', async () => {
    await expect(
      open('2026-06-01', {}).checkEligibility(inquiry(), AbortSignal.timeout(30_000)),
    ).rejects.toMatchObject({ message: expect.stringContaining('API key') })
    expect(server.calls).toHaveLength(0)
  })

  it('the key goes nowhere else', async () => {
    server.instead.push({ status: 307, headers: { location: 'https://example.com/' } })
    await expect(check()).rejects.toMatchObject({
      code: 'provider_error',
      details: { status: 307 },
    })
    expect(server.calls).toHaveLength(1)
  })
})

describe('Test on the connection', () => {
  it('shows that the key is accepted', async () =>
    expect(await open().test(AbortSignal.timeout(30_000))).toContain('took our key'))
  it('fails with another key', async () => {
    await expect(
      open('2026-06-01', { apiKey: 'other' }).test(AbortSignal.timeout(30_000)),
    ).rejects.toMatchObject({ details: { status: 403 } })
  })
})
