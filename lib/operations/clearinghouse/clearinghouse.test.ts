import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { auditEntries } from '#db/schema/records'
import { seedConnections } from '#db/seed/connections'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { v3Plan, x12Plan } from '#test/samples/patient-cost/samples'
import { startProviderServer } from '#test/fakes/provider-server'
import { sealSecrets } from '../connections/secrets.ts'

const eligibilityRoute = endpointsAt('/api/v2/clearinghouse/{slug}/eligibility')
const costRoute = endpointsAt('/api/v2/clearinghouse/patient-cost')

// Before the settings are read for the first time: the server lies on an internal address.
const stedi = await startProviderServer(() => ({ status: 200, body: v3Plan }))
process.env['HTTP_ALLOW_PRIVATE'] = stedi.host

const api = useApi()
type More = Parameters<typeof api.send>[2] & { slug?: string }

beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, async (tx) => {
    await seedConnections(tx, organizationId)
    const id = newId()
    await tx.insert(connections).values({
      id,
      organizationId,
      kind: 'clearinghouse',
      slug: 'stedi',
      provider: 'stedi',
      name: 'Stedi',
      config: { baseUrl: stedi.baseUrl, timeoutSeconds: 5 },
      secrets: sealSecrets({ organizationId, id }, { apiKey: 'key' }),
    })
  })
})
afterAll(async () => await stedi.close())
beforeEach(() => {
  stedi.instead.length = 0
})

const cost = (body: unknown, more: More = {}) =>
  api.send(costRoute.POST, '/api/v2/clearinghouse/patient-cost', { body, ...more })
const check = (body: unknown, { slug = 'sandbox', ...more }: More = {}) =>
  api.send(eligibilityRoute.POST, `/api/v2/clearinghouse/${encodeURIComponent(slug)}/eligibility`, {
    params: { slug },
    body,
    ...more,
  })
const shapeA = (status: number, error: string) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details: expect.any(Object) },
})
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

const line = {
  id: 'visit',
  serviceTypeCode: '98',
  chargeAmount: 200,
  allowedAmount: 150,
  network: 'in',
}
const payer = { id: 'primary', eligibility: v3Plan }
const request = { lineItems: [line], payers: [payer] }

describe('POST /api/v2/clearinghouse/patient-cost', () => {
  it.each([
    ['JSON', v3Plan],
    ['raw X12', x12Plan],
  ])(
    'answers the totals, the lines and every step of each plan, from %s',
    async (_name, eligibility) => {
      const { status, body } = await cost(
        {
          lineItems: [line],
          payers: [
            { id: 'primary', eligibility },
            { id: 'second', coordination: 'non-duplication', overrides: { coinsurance: 0.1 } },
          ],
        },
        { as: 'worker' },
      )
      expect(status).toBe(200)
      // 50 + 30 + 20% of 70 = 94, so 56 are paid; the second alone 135, less 56.
      expect(body).toMatchObject({
        totalPatientCost: 15,
        totalPayerCost: 135,
        totalAdjustment: 50,
        totalCharge: 200,
        lineItems: [
          {
            id: 'visit',
            patientCost: 15,
            payments: [
              { payerId: 'primary', amount: 56 },
              { payerId: 'second', amount: 79 },
            ],
          },
        ],
      })
      const [first] = body['plans'] as { steps: object[]; warnings: object[] }[]
      expect(first?.steps[2]).toEqual({
        lineItemId: 'visit',
        rule: 'deductible',
        description: expect.any(String),
        amount: 50,
        before: 150,
        after: 100,
        source: expect.any(String),
      })
      expect(body['warnings']).toEqual(expect.arrayContaining(first?.warnings ?? []))
    },
  )

  it.each<[string, unknown, string]>([
    ['no lines', { payers: [payer] }, 'lineItems'],
    ['an empty list of lines', { lineItems: [], payers: [payer] }, 'lineItems'],
    [
      '201 lines',
      {
        lineItems: Array.from({ length: 201 }, (_, index) => ({ ...line, id: String(index) })),
        payers: [payer],
      },
      'lineItems',
    ],
    [
      'six payers',
      {
        lineItems: [line],
        payers: Array.from({ length: 6 }, (_, index) => ({ ...payer, id: String(index) })),
      },
      'payers',
    ],
    ['no payers', { lineItems: [line] }, 'payers'],
    ['two lines of one id', { lineItems: [line, line], payers: [payer] }, 'lineItems.1.id'],
    ['two payers of one id', { lineItems: [line], payers: [payer, payer] }, 'payers.1.id'],
    [
      'a negative charge',
      { ...request, lineItems: [{ ...line, chargeAmount: -1 }] },
      'lineItems.0.chargeAmount',
    ],
    [
      'a charge as text',
      { ...request, lineItems: [{ ...line, chargeAmount: '200' }] },
      'lineItems.0.chargeAmount',
    ],
    [
      'a tenth of a cent',
      { ...request, lineItems: [{ ...line, chargeAmount: 1.001 }] },
      'lineItems.0.chargeAmount',
    ],
    [
      'a charge above all bounds',
      { ...request, lineItems: [{ ...line, chargeAmount: 1e300 }] },
      'lineItems.0.chargeAmount',
    ],
    [
      'half a cent',
      { ...request, lineItems: [{ ...line, chargeAmount: 0.005 }] },
      'lineItems.0.chargeAmount',
    ],
    ['no charge', { ...request, lineItems: [{ id: 'a' }] }, 'lineItems.0.chargeAmount'],
    ['units of zero', { ...request, lineItems: [{ ...line, units: 0 }] }, 'lineItems.0.units'],
    [
      'a network that is none',
      { ...request, lineItems: [{ ...line, network: 'Y' }] },
      'lineItems.0.network',
    ],
    [
      'a place that is none',
      { ...request, lineItems: [{ ...line, place: 'office' }] },
      'lineItems.0.place',
    ],
    ['NUL in an id', { ...request, lineItems: [{ ...line, id: 'a\0b' }] }, 'lineItems.0.id'],
    ['an unknown field', { ...request, lineItems: [{ ...line, price: 1 }] }, 'lineItems.0.price'],
    [
      'an unknown method',
      { ...request, payers: [{ ...payer, coordination: 'magic' }] },
      'payers.0.coordination',
    ],
    ['a payer without anything', { ...request, payers: [{ id: 'a' }] }, 'payers.0.eligibility'],
    [
      'a payer without an answer',
      { ...request, payers: [{ id: 'a', eligibility: null }] },
      'payers.0.eligibility',
    ],
    [
      'an answer that is none',
      { ...request, payers: [payer, { id: 'b', eligibility: { hello: 1 } }] },
      'payers.1.eligibility',
    ],
    [
      'a text that is no X12',
      { ...request, payers: [{ id: 'b', eligibility: 'hello' }] },
      'payers.0.eligibility',
    ],
    [
      'a refusal of the payer',
      { ...request, payers: [{ id: 'b', eligibility: { errors: [{ code: '75' }] } }] },
      'payers.0.eligibility',
    ],
    [
      'a coinsurance of 20',
      { ...request, payers: [{ ...payer, overrides: { coinsurance: 20 } }] },
      'payers.0.overrides.coinsurance',
    ],
    [
      'an override for a line that is not there',
      { ...request, payers: [{ ...payer, overrides: { lines: [{ lineItemId: 'x' }] } }] },
      'payers.0.overrides.lines.0.lineItemId',
    ],
    [
      'a date of service that is none',
      { ...request, dateOfService: '11/22/2026' },
      'dateOfService',
    ],
    ['a day that is none', { ...request, dateOfService: '2026-02-30' }, 'dateOfService'],
    [
      'an X12 that was cut off',
      { ...request, payers: [{ ...payer, eligibility: x12Plan.slice(0, 400) }] },
      'payers.0.eligibility',
    ],
    [
      'an X12 without its last segment',
      { ...request, payers: [{ ...payer, eligibility: x12Plan.slice(0, x12Plan.indexOf('IEA')) }] },
      'payers.0.eligibility',
    ],
    [
      'balance billing in network',
      { ...request, payers: [{ ...payer, overrides: { balanceBilling: true } }] },
      'payers.0.overrides.balanceBilling',
    ],
    [
      'balance billing of a line in network',
      {
        ...request,
        payers: [
          { ...payer, overrides: { lines: [{ lineItemId: 'visit', balanceBilling: true }] } },
        ],
      },
      'payers.0.overrides.lines.0.balanceBilling',
    ],
    [
      'a birthday that is none',
      { ...request, payers: [{ ...payer, member: { subscriberBirthday: '13-01' } }] },
      'payers.0.member.subscriberBirthday',
    ],
  ])('400 A: %s', async (_name, body, path) => {
    const answer = await cost(body)
    expect(answered(answer)).toEqual(shapeA(400, 'invalid_request'))
    expect(answer.body['details']).toMatchObject({
      issues: [{ path, message: expect.any(String) }],
    })
  })

  it('is null, not 0, for what no answer states, and says what to find out', async () => {
    const eligibility = { benefitsInformation: [{ code: '1', serviceTypeCodes: ['30'] }] }
    const { status, body } = await cost({ lineItems: [line], payers: [{ id: 'p', eligibility }] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      totalPatientCost: null,
      totalPayerCost: null,
      totalCharge: 200,
      confidence: 'none',
      range: { low: 0, high: 150 },
      missing: [
        { code: 'cost_share_unknown', message: expect.stringContaining('overrides.copay') },
      ],
    })
  })

  it('looks up coverage on the date of service, by default today in its time zone', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
    const days = [today.format(new Date())]
    const { body } = await cost(request)
    days.push(today.format(new Date()))
    expect(days).toContain(body['dateOfService'])
    const planDateInformation = { eligibilityEnd: '20241231' }
    const ended = {
      lineItems: [line],
      payers: [{ id: 'p', eligibility: { ...v3Plan, planDateInformation } }],
    }
    expect((await cost(ended)).body['totalPatientCost']).toBe(200)
    const during = await cost({ ...ended, dateOfService: '2024-12-31' })
    expect(during.body).toMatchObject({ dateOfService: '2024-12-31', plans: [{ active: true }] })
  })

  it('takes a deductible that is met this year as whole in another one', async () => {
    const deductible = (timeQualifierCode: string, benefitAmount: string) => ({
      code: 'C',
      serviceTypeCodes: ['30'],
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      timeQualifierCode,
      benefitAmount,
    })
    const share = { code: 'A', serviceTypeCodes: ['98'], benefitPercent: '0.2' }
    const benefitsInformation = [deductible('23', '1000'), deductible('29', '0'), share]
    const payers = [
      { id: 'p', eligibility: { benefitsInformation: [{ code: '1' }, ...benefitsInformation] } },
    ]
    const visit = { ...line, serviceTypeCode: '98', allowedAmount: 150 }
    const now = await cost({ lineItems: [visit], payers })
    expect(now.body['totalPatientCost']).toBe(30)
    const nextYear = `${new Date().getUTCFullYear() + 1}-03-01`
    const later = await cost({ lineItems: [visit], payers, dateOfService: nextYear })
    expect(later.body['totalPatientCost']).toBe(150)
    expect(later.body['assumptions']).toContainEqual(
      expect.objectContaining({ code: 'plan_year_reset' }),
    )
  })

  it('honours balance billing out of network', async () => {
    const out = { ...line, network: 'out' }
    const overrides = { coinsurance: 0.2, balanceBilling: true }
    const { body } = await cost({ lineItems: [out], payers: [{ id: 'p', overrides }] })
    expect(body['totalPatientCost']).toBe(80)
  })

  it('takes the noise of a float as cents', async () => {
    expect(
      (
        await cost({
          lineItems: [{ id: 'a', chargeAmount: 19.99 * 3 + 0.1 + 0.2, network: 'in' }],
          payers: [],
        })
      ).body['totalCharge'],
    ).toBe(60.27)
  })

  it.each<[string, unknown, More, object]>([
    ['401 A: no credential', request, { as: null }, shapeA(401, 'unauthorized')],
    ['400 A: no JSON', '{"lineItems"', {}, shapeA(400, 'invalid_request')],
    [
      '400 A: __proto__',
      '{"__proto__": {"x": 1}, "lineItems": [], "payers": []}',
      {},
      shapeA(400, 'invalid_request'),
    ],
    [
      '413 A: more than 5 MB',
      { ...request, payers: [{ ...payer, eligibility: 'x'.repeat(5 * 1024 * 1024) }] },
      {},
      shapeA(413, 'payload_too_large'),
    ],
    [
      '415 A: not declared as JSON',
      JSON.stringify(request),
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
  ])('%s', async (_name, body, more, expected) =>
    expect(answered(await cost(body, more))).toEqual(expected),
  )

  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('an eligibility answer of 100,000 nested %s is refused', async (_name, deep) => {
    const { status } = await cost(
      `{"lineItems":[{"id":"a","chargeAmount":1}],"payers":[{"id":"p","eligibility":${deep}}]}`,
    )
    expect(status).toBe(400)
  })

  it('405 A: GET', async () =>
    expect(
      answered(
        await api.send(costRoute.GET, '/api/v2/clearinghouse/patient-cost', { method: 'GET' }),
      ),
    ).toEqual(shapeA(405, 'method_not_allowed')))

  it('is audited without amounts or patients', async () => {
    await cost(request)
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, 'clearinghouse.patient-cost-calculated')),
    )
    expect(entries.map(({ details }) => details)).toContainEqual({
      lineItems: 1,
      payers: 1,
      warnings: expect.any(Number),
    })
    expect(JSON.stringify(entries.map(({ details }) => details))).not.toMatch(
      /doeOne|150|Evergreen/,
    )
  })
})

const inquiry = {
  payerId: 'EVERGREEN',
  provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
  subscriber: { memberId: 'EVG1001' },
}
const asking = (payerId: string, memberId: string, more: Record<string, unknown> = {}) => ({
  ...inquiry,
  payerId,
  subscriber: { memberId, ...more },
})

describe('POST /api/v2/clearinghouse/{slug}/eligibility', () => {
  it.each<[string, string, string, boolean, number]>([
    // One MRI, charged 1,400 and allowed 900, in network.
    ['a PPO: 250 + 20% of 650', 'EVERGREEN', 'EVG1001', true, 380],
    ['a high deductible, aggregate: all', 'EVERGREEN', 'EVG1002', true, 900],
    ['coverage that ended: the charge', 'EVERGREEN', 'EVG1003', false, 1400],
    ['a plan that is usually second: 100 + 10% of 800', 'SUMMIT', 'SUM2001', true, 180],
    ['Medicare as X12: 57 + 20% of 843', 'MEDICARE', 'MED3001', true, 225.6],
    ['Medicaid', 'MEDICAID', 'MCD4001', true, 0],
  ])('the sandbox knows %s', async (_name, payerId, memberId, active, patient) => {
    const { status, body } = await check(asking(payerId, memberId), { as: 'worker' })
    expect({ status, active: body['active'] }).toEqual({ status: 200, active })
    const answer = await cost({
      lineItems: [
        {
          id: 'mri',
          procedureCode: '70551',
          chargeAmount: 1400,
          allowedAmount: 900,
          network: 'in',
        },
      ],
      payers: [{ id: 'p', eligibility: body['eligibility'] }],
    })
    expect(answer.body['totalPatientCost']).toBe(patient)
  })

  it('two of its plans coordinate: 380 left by the first, the second alone 720', async () => {
    const first = await check(asking('EVERGREEN', 'EVG1001'))
    const second = await check(asking('SUMMIT', 'SUM2001', { lastName: 'lindqvist' }))
    expect(second.body['otherPayers']).toEqual([
      { name: 'Evergreen Health', role: 'Primary Payer' },
    ])
    const payers = [
      { id: 'first', eligibility: first.body['eligibility'] },
      { id: 'second', eligibility: second.body['eligibility'], coordination: 'standard' },
    ]
    expect(
      (
        await cost({
          lineItems: [
            {
              id: 'mri',
              procedureCode: '70551',
              chargeAmount: 1400,
              allowedAmount: 900,
              network: 'in',
            },
          ],
          payers,
        })
      ).body,
    ).toMatchObject({ totalPatientCost: 0, totalPayerCost: 900, totalAdjustment: 500 })
  })

  it('a dental plan has an annual maximum: 50 + 20% of 550, and the plan pays at most 300', async () => {
    const { body } = await check(asking('CEDARDENTAL', 'DEN5001'))
    expect(
      (
        await cost({
          lineItems: [
            {
              id: 'crown',
              procedureCode: 'D2740',
              serviceTypeCode: '35',
              chargeAmount: 900,
              allowedAmount: 600,
              network: 'in',
            },
          ],
          payers: [{ id: 'p', eligibility: body['eligibility'] }],
        })
      ).body,
    ).toMatchObject({ totalPatientCost: 300, totalPayerCost: 300 })
  })

  it('asks Stedi when the connection says so', async () => {
    expect((await check(inquiry, { slug: 'stedi' })).body).toEqual({
      active: true,
      payerName: 'Evergreen',
      otherPayers: [{ name: 'SUMMIT', role: 'Primary Payer' }],
      eligibility: v3Plan,
    })
    expect(stedi.calls.at(-1)?.headers.authorization).toBe('key')
  })

  it.each<[string, unknown, More, object]>([
    ['401 A', inquiry, { as: null }, shapeA(401, 'unauthorized')],
    ['404 A: unknown connection', inquiry, { slug: 'no-such' }, shapeA(404, 'unknown_connection')],
    ['502 A: unknown member', asking('EVERGREEN', 'NOBODY'), {}, shapeA(502, 'provider_error')],
    [
      '502 A: another name',
      asking('EVERGREEN', 'EVG1001', { lastName: 'Other' }),
      {},
      shapeA(502, 'provider_error'),
    ],
    ['502 A: unknown payer', asking('NONE', 'EVG1001'), {}, shapeA(502, 'provider_error')],
  ])('%s', async (_name, body, more, expected) =>
    expect(answered(await check(body, more))).toEqual(expected),
  )

  it('the payer’s code is in the details', async () => {
    expect((await check(asking('EVERGREEN', 'NOBODY'))).body['details']).toEqual({
      provider: 'sandbox',
      status: 200,
      code: '75',
      location: 'SUBSCRIBER',
      retryable: false,
    })
  })

  it('502 and 504 A: the provider fails, or does not answer', async () => {
    stedi.instead.push({ status: 500, body: 'stack trace' })
    const failed = await check(inquiry, { slug: 'stedi' })
    expect(answered(failed)).toEqual(shapeA(502, 'provider_error'))
    expect(JSON.stringify(failed.body)).not.toContain('stack')
    stedi.instead.push('hang')
    expect(answered(await check(inquiry, { slug: 'stedi' }))).toEqual(
      shapeA(504, 'provider_timeout'),
    )
  })

  it.each<[string, unknown, string]>([
    ['no payer', { ...inquiry, payerId: undefined }, 'payerId'],
    ['an NPI of nine digits', { ...inquiry, provider: { npi: '199999998' } }, 'provider.npi'],
    ['no member id', { ...inquiry, subscriber: {} }, 'subscriber.memberId'],
    [
      'a date of birth that is none',
      asking('EVERGREEN', 'EVG1001', { dateOfBirth: '1984-02-30' }),
      'subscriber.dateOfBirth',
    ],
    ['an unknown field', { ...inquiry, member: 1 }, 'member'],
  ])('400 A: %s', async (_name, body, path) => {
    const answer = await check(body)
    expect(answered(answer)).toEqual(shapeA(400, 'invalid_request'))
    expect(answer.body['details']).toMatchObject({ issues: [{ path }] })
  })

  it('another organization’s connection does not exist', async () => {
    expect(
      answered(await check(inquiry, { slug: 'stedi', organization: await organizationWithKeys() })),
    ).toEqual(shapeA(404, 'unknown_connection'))
  })

  it('is audited without patient data', async () => {
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, 'clearinghouse.eligibility-checked')),
    )
    expect(entries.map(({ details }) => details)).toContainEqual({
      payerId: 'EVERGREEN',
      active: true,
    })
    expect(JSON.stringify(entries)).not.toMatch(/EVG1001|Lindqvist/i)
  })
})
