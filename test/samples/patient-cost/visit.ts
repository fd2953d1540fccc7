import type { PatientCostAnswer } from '#lib/domain/patient-cost/answer'
import { calculatePatientCost } from '#lib/domain/patient-cost/calculate/calculate'
import { patientCostRequestSchema } from '#lib/domain/patient-cost/request'
import { deductible, outOfPocket } from './eb.ts'

/** One office visit: 200 charged, 150 allowed, in network, in the office. */
export const officeVisit = {
  id: 'visit',
  serviceTypeCode: '98',
  network: 'in',
  place: '11',
  chargeAmount: 200,
  allowedAmount: 150,
}
type More = { line?: object; overrides?: object; dateOfService?: string; today?: string }

/** The cost of an office visit under one plan, on November 22, 2026 by default. */
export function costOf(eligibility: unknown, more: More = {}): PatientCostAnswer {
  const { overrides, dateOfService, today = '2026-11-22' } = more
  const request = patientCostRequestSchema.parse({
    lineItems: [{ ...officeVisit, ...more.line }],
    ...(dateOfService ? { dateOfService } : {}),
    payers: [{ id: 'plan', eligibility, ...(overrides ? { overrides } : {}) }],
  })
  return calculatePatientCost(request, { today })
}

export const codesOf = ({ warnings }: PatientCostAnswer): string[] =>
  warnings.map(({ code }) => code)

/** The rest of a deductible with its total. */
export const deductibleOf = (total: number, left: number, said = {}): string[] => [
  deductible.total(total, said),
  deductible.left(left, said),
]

/** The rest of an out-of-pocket maximum with its total. */
export const outOfPocketOf = (total: number, left: number, said = {}): string[] => [
  outOfPocket.total(total, said),
  outOfPocket.left(left, said),
]
