import { expect, it } from 'vitest'
import { active, copay, inactive, otherPayer, x12 } from '#test/samples/patient-cost/eb'
import { summarizeEligibility } from './summarize-eligibility.ts'

const visit = { stc: '98' }
const wholePlan = { stc: '' }
const pending = active().replace('EB*1', 'EB*5')

it.each<[string, string[], boolean | null]>([
  ['no status', [copay(20)], null],
  ['active', [active()], true],
  ['active, pending investigation', [pending], true],
  ['not active', [inactive()], false],
  ['active and not active, both for the plan', [active(), inactive()], true],
  ['active for the plan, not for a service', [inactive(visit), active()], true],
  ['active for a service, not for the plan', [active(visit), inactive()], false],
  ['not active where no service type is named', [active(visit), inactive(wholePlan)], false],
  ['a service alone that is active', [active(visit)], true],
  ['a service alone that is not', [inactive(visit)], false],
])('whether the coverage is active: %s', (_name, statements, expected) => {
  expect(summarizeEligibility(x12(...statements)).active).toBe(expected)
})

it('names the payer and the other payers, and hands on the answer', () => {
  const eligibility = x12(active(), otherPayer('SUMMIT'))
  expect(summarizeEligibility(eligibility)).toEqual({
    active: true,
    payerName: 'PAYER',
    otherPayers: [{ name: 'SUMMIT', role: 'Primary Payer' }],
    eligibility,
  })
})
