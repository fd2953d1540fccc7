import { calculatePatientCostContract, checkEligibilityContract } from '#lib/contracts/clearinghouse'
import type { Issue } from '#lib/domain/api-error'
import type { EligibilityCheck } from '#lib/domain/eligibility-inquiry'
import type { PatientCostAnswer } from '#lib/domain/patient-cost/answer'
import type { coordinationMethods } from '#lib/domain/patient-cost/request'
import { ApiFailure, call } from '#lib/http/client'

/** What is typed for one service; amounts as typed. */
export type LineFields = { key: string; procedureCode: string; serviceTypeCode: string; charge: string; allowed: string; network: 'in' | 'out' }

/** What is typed for one payer: asked through a clearinghouse, or an answer that somebody has already. */
export type PayerFields = {
  key: string
  source: 'ask' | 'paste'
  connection: string
  payerId: string
  memberId: string
  pasted: string
  coordination: '' | (typeof coordinationMethods)[number]
}

export type EstimateFields = { npi: string; lines: LineFields[]; payers: PayerFields[] }

/** A failure that names the field it is about, so that the page can show it there. */
export class FieldFailure extends Error {
  readonly issues: Issue[]
  constructor(issues: Issue[]) {
    super(issues.map(({ message }) => message).join(' '))
    this.issues = issues
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function eligibilityOf(payer: PayerFields, npi: string): Promise<unknown> {
  if (payer.source === 'paste') return parsed(payer.pasted.trim())
  try {
    const body = { payerId: payer.payerId, provider: { npi }, subscriber: { memberId: payer.memberId } }
    return (await call<EligibilityCheck>(checkEligibilityContract, { params: { slug: payer.connection }, body })).eligibility
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const fields: Record<string, string> = { 'provider.npi': 'npi', payerId: `${payer.key}.payerId`, 'subscriber.memberId': `${payer.key}.memberId` }
    const issues = error.issues.map(({ path, message }) => ({ path: fields[path] ?? `${payer.key}.memberId`, message }))
    throw new FieldFailure(issues.length > 0 ? issues : [{ path: `${payer.key}.memberId`, message: error.message }])
  }
}

/** Asks every payer, then works the cost out. Throws FieldFailure for what can be mended in the form. */
export async function estimate({ npi, lines, payers }: EstimateFields): Promise<PatientCostAnswer> {
  const eligibility = await Promise.all(payers.map(async (payer) => await eligibilityOf(payer, npi)))
  const amount = (typed: string) => (typed.trim() === '' ? {} : { allowedAmount: Number(typed) })
  const body = {
    lineItems: lines.map(({ key, procedureCode, serviceTypeCode, charge, allowed, network }) => ({
      id: key,
      ...(procedureCode.trim() ? { procedureCode: procedureCode.trim() } : {}),
      ...(serviceTypeCode.trim() ? { serviceTypeCode: serviceTypeCode.trim() } : {}),
      chargeAmount: Number(charge),
      ...amount(allowed),
      network,
    })),
    payers: payers.map((payer, index) => ({ id: payer.key, eligibility: eligibility[index], ...(index > 0 && payer.coordination ? { coordination: payer.coordination } : {}) })),
  }
  try {
    return await call<PatientCostAnswer>(calculatePatientCostContract, { body })
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.issues.length === 0) throw error
    const names: Record<string, string> = { chargeAmount: 'charge', allowedAmount: 'allowed', eligibility: 'pasted' }
    throw new FieldFailure(
      error.issues.map(({ path, message }) => {
        const [list, index, field = ''] = path.split('.')
        const item = (list === 'lineItems' ? lines : payers)[Number(index)]
        return { path: item ? `${item.key}.${names[field] ?? field}` : path, message }
      }),
    )
  }
}
