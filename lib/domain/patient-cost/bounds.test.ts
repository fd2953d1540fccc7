import { expect, it } from 'vitest'
import { copay, x12 } from '#test/samples/patient-cost/eb'
import { calculatePatientCost } from './calculate/calculate.ts'
import { patientCostRequestSchema } from './request.ts'

const lines = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({
    id: `l${index}`,
    serviceTypeCode: '98',
    chargeAmount: 200,
    allowedAmount: 150,
    network: 'in',
  }))
const statements = (count: number) =>
  x12(...Array.from({ length: count }, (_none, index) => copay(index, { stc: '98' })))

it('refuses more lines and statements than it can hold against each other in a moment', () => {
  const payers = ['a', 'b'].map((id) => ({ id, eligibility: statements(1900) }))
  const request = patientCostRequestSchema.parse({ lineItems: lines(200), payers })
  expect(() => calculatePatientCost(request, { today: '2026-11-22' })).toThrow(
    '200 lines with 3800 statements',
  )
})
