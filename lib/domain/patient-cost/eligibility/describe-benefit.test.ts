import { describe, expect, it } from 'vitest'
import { coinsurance, copay, deductible, text, x12 } from '#test/samples/patient-cost/eb'
import { describeBenefit } from './describe-benefit.ts'
import { readEligibility } from './read-eligibility.ts'

const wordsOf = (statement: string): string[] =>
  readEligibility(x12(statement)).benefits.map(describeBenefit)

describe('a statement in words', () => {
  it.each<[string, string]>([
    [copay(20), 'Co-payment $20.00, IND, service type 30, in network'],
    [coinsurance('.2', { net: 'N' }), 'Co-insurance 20 %, IND, service type 30, out of network'],
    [
      deductible.left(5, { level: 'FAM', net: 'W' }),
      'Deductible $5.00, FAM, service type 30, remaining, in and out of network',
    ],
    ['EB*C~', 'Deductible, whole plan'],
    ['EB*E**35~', 'Exclusion, service type 35'],
    ['EB*F**35~', 'Limitation, service type 35'],
    ['EB*G**30****900~', 'Out-of-pocket $900.00, service type 30'],
    ['EB*I**35~', 'Non-covered, service type 35'],
    ['EB*J**30****50~', 'Cost containment $50.00, service type 30'],
    ['EB*Y**30****80~', 'Spend down $80.00, service type 30'],
    ['EB*1**30*MB~', '1, MB, service type 30'],
    ['EB*A**A^B^C^D^E~', 'Co-insurance, service type A, B, C, D, E'],
    ['EB*A**A^B^C^D^E^F~', 'Co-insurance, service type A, B, C, D, E …'],
    ['EB*B************HC:99213~', 'Co-payment, procedure 99213'],
    ['EB*B************HC:99211::::::99215~', 'Co-payment, procedure 99211-99215'],
    [
      `${text('SPECIALIST')}MSG*IN OFFICE~MSG*TIER 1~`,
      'Limitation, IND, service type 30, in network, "SPECIALIST; IN OFFICE"',
    ],
  ])('%s: %s', (statement, words) => expect(wordsOf(statement)).toEqual([`Statement 1: ${words}`]))

  it.each<[string, string]>([
    ['6', 'per hour'],
    ['7', 'per day'],
    ['13', 'per 24 hours'],
    ['21', 'years'],
    ['22', 'service year'],
    ['23', 'calendar year'],
    ['24', 'year to date'],
    ['25', 'contract'],
    ['26', 'per episode'],
    ['27', 'per visit'],
    ['29', 'remaining'],
    ['32', 'lifetime'],
    ['33', 'lifetime remaining'],
    ['36', 'per admission'],
    ['35', 'period 35'],
  ])('period %s: %s', (period, words) =>
    expect(wordsOf(copay(20, { period, net: '' }))).toEqual([
      `Statement 1: Co-payment $20.00, IND, service type 30, ${words}`,
    ]),
  )

  it('is named by its place in the answer', () =>
    expect(wordsOf(copay(20) + copay(30)).map((words) => words.split(':')[0])).toEqual([
      'Statement 1',
      'Statement 2',
    ]))
})
