import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  date,
  deductible,
  inactive,
  notCovered,
  text,
  visitsLeft,
  x12,
} from '#test/samples/patient-cost/eb'
import { codesOf, costOf } from '#test/samples/patient-cost/visit'

type More = Parameters<typeof costOf>[1]
const visit = { stc: '98' }
const share = coinsurance('.2')
const pending = active().replace('EB*1', 'EB*5')
const dated = (statement: string, span: string) => statement.replace(/~$/, `~${date('307', span)}`)

/** Why nothing is paid; null where the plan pays. The payer answered on November 1, 2026. */
const reasonOf = (statements: string[], more?: More): string | null =>
  costOf(x12(...statements), more)
    .warnings.find(({ code }) => code === 'coverage_inactive')
    ?.message.replace('PAYER pays nothing. ', '') ?? null
const messageOf = (code: string, statements: string[], more?: More) =>
  costOf(x12(...statements), more).warnings.find((warning) => warning.code === code)?.message

describe('the dates of the coverage, for a visit on November 22, 2026', () => {
  const ended = (day: string) => `Coverage ended on ${day}, before the date of service.`
  it.each<[string, string, string, string | null]>([
    ['eligibility to that day', '307', '20260101-20261122', null],
    ['eligibility to the day before', '307', '20260101-20261121', ended('November 21, 2026')],
    ['eligibility from that day', '307', '20261122-20271231', null],
    [
      'eligibility from the next day',
      '307',
      '20261123-20271231',
      'Coverage begins on November 23, 2026.',
    ],
    ['eligibility of 46 days', '307', '20260930-20261115', ended('November 15, 2026')],
    ['a plan year to that day', '291', '20251123-20261122', null],
    ['a plan year from that day', '291', '20261122-20271121', null],
    [
      'a plan year that had ended when the payer answered',
      '291',
      '20250101-20251231',
      ended('December 31, 2025'),
    ],
    [
      'a plan year that begins later',
      '291',
      '20270101-20271231',
      'Coverage begins on January 1, 2027.',
    ],
    [
      'a plan that begins later and has no end',
      '346',
      '20270101',
      'Coverage begins on January 1, 2027.',
    ],
  ])('%s', (_name, qualifier, days, reason) => {
    const statements = [date(qualifier, days), active(), share]
    expect(reasonOf(statements)).toBe(reason)
    expect(messageOf('coverage_date_unconfirmed', statements)).toBeUndefined()
  })

  const again = 'the coverage was taken as active. Ask the payer again for the date of service.'
  it.each<[string, string, string, string | undefined, More?]>([
    [
      'the days that were asked about, and the visit among them',
      '307',
      '20261101-20261130',
      undefined,
    ],
    [
      '45 days',
      '307',
      '20261001-20261115',
      `The payer was asked about November 15, 2026, not about November 22, 2026; ${again}`,
    ],
    [
      'a plan year to the day of the answer',
      '291',
      '20251101-20261101',
      `The plan year ends on November 1, 2026, not about November 22, 2026; ${again}`,
    ],
    [
      'a plan year that was running when the payer answered',
      '291',
      '20260101-20261231',
      `The plan year ends on December 31, 2026, not about January 5, 2027; ${again}`,
      { dateOfService: '2027-01-05' },
    ],
  ])('%s leave the coverage active', (_name, qualifier, days, message, more) => {
    const statements = [date(qualifier, days), active(), share]
    expect(reasonOf(statements, more)).toBeNull()
    expect(messageOf('coverage_date_unconfirmed', statements, more)).toBe(message)
  })

  it('one of several statuses that holds is enough', () => {
    const first = dated(active(), '20200101-20221231')
    const second = dated(active(), '20230101-20251231')
    const third = dated(active(), '20260101-20271231')
    expect(reasonOf([first, second, third, share])).toBeNull()
    expect(reasonOf([first, second, share])).toBe(ended('December 31, 2022'))
  })

  it('count where the only status is that of another service', () => {
    const other = active({ stc: '35' })
    expect(reasonOf([other, share])).toBeNull()
    expect(reasonOf([date('357', '20241231'), other, share])).toBe(ended('December 31, 2024'))
  })
})

describe('the status of the coverage', () => {
  it.each<[string, string[], string | null, More?]>([
    [
      'not active',
      [inactive(), share],
      'Coverage not active (Statement 1: 6, IND, service type 30).',
    ],
    [
      'not active for another service, and nothing else',
      [inactive({ stc: '35' }), share],
      'Coverage not active.',
    ],
    [
      'not active for another service, active for the plan',
      [inactive({ stc: '35' }), active(), share],
      null,
    ],
    [
      'not active for the service, active for the plan',
      [active(), inactive(visit), share],
      'Coverage not active (Statement 2: 6, IND, service type 98).',
    ],
    [
      'not active, as the caller says',
      [active(), share],
      'Overrides: coverage not active.',
      { overrides: { active: false } },
    ],
    ['active, as the caller says', [inactive(), share], null, { overrides: { active: true } }],
    [
      'active after its end, as the caller says',
      [date('357', '20241231'), active(), share],
      null,
      { overrides: { active: true } },
    ],
  ])('%s', (_name, statements, reason, more) => expect(reasonOf(statements, more)).toBe(reason))

  it.each<[string, string[], string, string]>([
    [
      'unknown',
      [share],
      'status_unknown',
      'The eligibility answer does not say whether the coverage is active; it was taken as active.',
    ],
    [
      'both',
      [active(), inactive(), share],
      'status_contradicts',
      'The eligibility answer says both active and inactive; the coverage was taken as active.',
    ],
    [
      'pending',
      [pending, share],
      'status_pending',
      'The coverage is active, pending investigation: the payer may still end it.',
    ],
  ])('%s is said', (_name, statements, code, message) => {
    expect(reasonOf(statements)).toBeNull()
    expect(messageOf(code, statements)).toBe(message)
  })

  it('that is plain is not said', () => {
    const said = codesOf(costOf(x12(active(), share)))
    expect(said.filter((code) => code.startsWith('status_'))).toEqual([])
    expect(codesOf(costOf(undefined, { overrides: { copay: 20 } }))).not.toContain('status_unknown')
  })
})

describe('a service that is not covered', () => {
  /** What the plan does not cover, and where it says so. */
  const refusalOf = (statements: string[], more?: More) => {
    const [plan] = costOf(x12(active(), ...statements), more).plans
    const step = plan?.steps.find(({ rule }) => rule === 'noncovered')
    return { noncovered: plan?.noncovered, source: step?.source?.match(/Statement \d+/g) ?? [] }
  }
  const nothing = { noncovered: 0, source: [] }
  const exclusion = 'EB*E*IND*98*********Y~'
  const outside = { ...visit, net: 'N' as const }
  const refused = (message: string) => notCovered({ ...outside, message })
  const tiers = [1, 2].map((tier) => copay(20 * tier, { ...visit, message: `TIER ${tier}` }))
  const general = coinsurance('.4', { net: 'N' })
  const out: More = { line: { network: 'out' }, overrides: { balanceBilling: false } }

  it.each<[string, string[], More, string[]]>([
    ['beside its copay', [copay(20, visit), notCovered(visit)], {}, ['Statement 3']],
    ['by an exclusion', [share, exclusion], {}, ['Statement 3']],
    ['without visits left', [share, visitsLeft(0, visit)], {}, ['Statement 3']],
    [
      'for primary care and for specialists',
      [
        share,
        notCovered({ ...visit, message: 'PCP VISIT' }),
        notCovered({ ...visit, message: 'SPECIALISTS' }),
      ],
      {},
      ['Statement 3', 'Statement 4'],
    ],
    [
      'under every condition of the other side',
      [...tiers, general, refused(' Tier 1'), refused('Tier 2 ')],
      out,
      ['Statement 5', 'Statement 6'],
    ],
    [
      'whatever is stated of another service',
      [...tiers, general, copay(9, { stc: '35' }), refused('TIER 1'), refused('TIER 2')],
      out,
      ['Statement 6', 'Statement 7'],
    ],
    [
      'whatever is stated of the whole plan',
      [...tiers, general, copay(9), refused('TIER 1'), refused('TIER 2')],
      out,
      ['Statement 6', 'Statement 7'],
    ],
    [
      'in network, under every condition out of it',
      [
        share,
        copay(20, { ...outside, message: 'TIER 1' }),
        ...['TIER 1', 'TIER 2'].map((message) => notCovered({ ...visit, message })),
      ],
      {},
      ['Statement 4', 'Statement 5'],
    ],
    [
      'of which three statements are named',
      [
        ...tiers,
        general,
        refused('TIER 1'),
        refused('TIER 2'),
        refused('TIER 3'),
        refused('TIER 4'),
      ],
      out,
      ['Statement 5', 'Statement 6', 'Statement 7'],
    ],
  ])('%s', (_name, statements, more, source) =>
    expect(refusalOf(statements, more)).toEqual({ noncovered: 150, source }),
  )

  it.each<[string, string[], More]>([
    ['the whole plan alone is refused', [copay(20, visit), notCovered()], {}],
    ['the whole plan has no visits left', [copay(20, visit), visitsLeft(0)], {}],
    ['visits are left', [copay(20, visit), visitsLeft(1, visit)], {}],
    [
      'no visits are a limit of another kind',
      [copay(20, visit), visitsLeft(0, { ...visit, period: '27' })],
      {},
    ],
    ['a copay for no visits is stated', ['EB*B*IND*98***29*20**VS*0**Y~'], {}],
    [
      'it is refused for primary care alone',
      [share, notCovered({ ...visit, message: 'PRIMARY CARE' })],
      {},
    ],
    [
      'it is refused for specialists alone',
      [share, notCovered({ ...visit, message: 'SPECIALIST' })],
      {},
    ],
    ['it is refused under one condition of two', [...tiers, general, refused('TIER 1')], out],
    [
      'a coinsurance is stated without a condition',
      [...tiers, coinsurance('.1', visit), general, refused('TIER 1'), refused('TIER 2')],
      out,
    ],
    [
      'something is stated without a condition',
      [...tiers, copay(5, visit), general, refused('TIER 1'), refused('TIER 2')],
      out,
    ],
    [
      'something is stated on this side under a third condition',
      [
        ...tiers,
        copay(50, { ...outside, message: 'TIER 3' }),
        refused('TIER 1'),
        refused('TIER 2'),
      ],
      out,
    ],
    ['the caller says so', [share, notCovered(visit)], { overrides: { covered: true } }],
  ])('is covered where %s', (_name, statements, more) =>
    expect(refusalOf(statements, more)).toEqual(nothing),
  )

  it('says why, and where it is stated', () => {
    const stepOf = (...statements: string[]) =>
      costOf(x12(active(), ...statements)).plans[0]?.steps.find(({ rule }) => rule === 'noncovered')
    expect(stepOf(share, visitsLeft(0, visit))?.description).toContain('no visits are left')
    const parts = ['PCP', 'SPECIALIST'].map((message) => notCovered({ ...visit, message }))
    expect(stepOf(share, ...parts)?.source).toBe(
      'Statement 3: Non-covered, IND, service type 98, in network, "PCP"; ' +
        'Statement 4: Non-covered, IND, service type 98, in network, "SPECIALIST"',
    )
  })

  it('says which part is not covered', () =>
    expect(
      messageOf('partly_not_covered', [
        active(),
        share,
        notCovered({ ...visit, message: 'TELEHEALTH' }),
      ]),
    ).toBe(
      'Part of this service is not covered (Statement 3: Non-covered, IND, service type 98, in network, "TELEHEALTH"); it was taken as covered. Set covered to false when that part is meant.',
    ))

  describe('out of network', () => {
    const code = 'out_of_network_unstated'
    const isUnstated = (statements: string[], overrides: object = {}) =>
      codesOf(
        costOf(x12(active(), copay(20, visit), ...statements), {
          line: { network: 'out' },
          overrides,
        }),
      ).includes(code)
    it.each<[string, string[], object]>([
      ['nothing is stated', [], {}],
      ['only a text is stated', [text('SEE CONTRACT', { net: 'N' })], {}],
      ['only a maximum is stated', ['EB*G*IND*30***29*500*****N~'], {}],
    ])('where %s', (_name, statements, overrides) =>
      expect(isUnstated(statements, overrides)).toBe(true),
    )

    it.each<[string, string[], object]>([
      ['a coinsurance is stated', [coinsurance('.4', { net: 'N' })], {}],
      ['a copay is stated', [copay(50, { net: 'N' })], {}],
      ['a deductible is stated', [deductible.left(50, { net: 'N' })], {}],
      ['the caller gives a copay', [], { copay: 30 }],
      ['the caller gives a coinsurance', [], { coinsurance: 0.3 }],
      ['the caller says that it is covered', [], { covered: true }],
    ])('unless %s', (_name, statements, overrides) =>
      expect(isUnstated(statements, overrides)).toBe(false),
    )

    it('unless there is no answer at all', () => {
      const overrides = { deductibleRemaining: 0 }
      expect(codesOf(costOf(undefined, { line: { network: 'out' }, overrides }))).not.toContain(
        code,
      )
    })
  })
})
