import {
  calculatePatientCostContract,
  checkEligibilityContract,
} from '#lib/contracts/integrations/clearinghouse'
import type { Issue } from '#lib/domain/issue'
import { parseExactJson } from '#lib/domain/exact-json'
import type { PatientCostAnswer } from '#lib/domain/patient-cost/answer'
import type { coordinationMethods } from '#lib/domain/patient-cost/coordination-methods'
import { ApiFailure, call } from '#lib/http/client'

/** The fields of one service, as typed. */
export type LineFields = {
  key: string
  procedureCode: string
  serviceTypeCode: string
  charge: string
  allowed: string
  network: 'in' | 'out'
  place: string
}

/** The payer's additional information, as typed; empty where it gave none. */
export type EnteredPlan = {
  copay: string
  coinsurance: string
  deductibleLeft: string
  outOfPocketLeft: string
  order: '' | 'after-deductible' | 'deductible-waived'
  kindOfVisit: string
}

/** The fields of one payer, as typed: for asking a clearinghouse, or a pasted answer. */
export type PayerFields = {
  key: string
  source: 'ask' | 'paste'
  connection: string
  payerId: string
  memberId: string
  pasted: string
  coordination: '' | (typeof coordinationMethods)[number]
  entered: EnteredPlan
}

/** All fields of the form. */
export type EstimateFields = {
  npi: string
  dateOfService: string
  lines: LineFields[]
  payers: PayerFields[]
}

/** A failure that names the field it is about, so that the page can show it there. */
export class FieldFailure extends Error {
  readonly issues: Issue[]
  constructor(issues: Issue[]) {
    super(issues.map(({ message }) => message).join(' '))
    this.issues = issues
  }
}

/** Parses a text as JSON, or leaves it unchanged (X12). */
const parsed = (text: string): unknown => {
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}

/** Without a date of service, the server takes today in the organization's time zone. */
const onDate = (dateOfService: string) => (dateOfService === '' ? {} : { dateOfService })

async function eligibilityOf(
  payer: PayerFields,
  { npi, dateOfService }: EstimateFields,
): Promise<unknown> {
  if (payer.source === 'paste') return parsed(payer.pasted.trim())
  try {
    const body = {
      payerId: payer.payerId,
      provider: { npi },
      subscriber: { memberId: payer.memberId },
      ...onDate(dateOfService),
    }
    return (await call(checkEligibilityContract, { params: { slug: payer.connection }, body }))
      .eligibility
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const fields: Record<string, string> = {
      'provider.npi': 'npi',
      dateOfService: 'dateOfService',
      payerId: `${payer.key}.payerId`,
      'subscriber.memberId': `${payer.key}.memberId`,
    }
    const issues = error.issues.map(({ path, message }) => ({
      path: fields[path] ?? `${payer.key}.memberId`,
      message,
    }))
    throw new FieldFailure(
      issues.length > 0 ? issues : [{ path: `${payer.key}.memberId`, message: error.message }],
    )
  }
}

/** The numbers among the texts that are not empty, by name. */
const numbers = (typed: Record<string, string>): [string, number][] =>
  Object.entries(typed).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, Number(text)]],
  )

/** The entered values beside the answer, as overrides; a percentage becomes a share. */
function overridesOf({ entered }: PayerFields): { overrides?: Record<string, unknown> } {
  const { copay, coinsurance, deductibleLeft, outOfPocketLeft, order, kindOfVisit } = entered
  const amounts = {
    copay,
    deductibleRemaining: deductibleLeft,
    outOfPocketRemaining: outOfPocketLeft,
  }
  const share = coinsurance.trim().replace(/\s*%$/, '')
  const overrides = Object.fromEntries<unknown>([
    ...numbers(amounts),
    ...numbers({ coinsurance: share }).map(([name, percent]) => [name, percent / 100] as const),
    ...(order === '' ? [] : [['costShareOrder', order] as const]),
    ...(kindOfVisit.trim() === '' ? [] : [['benefitMessage', kindOfVisit.trim()] as const]),
  ])
  return Object.keys(overrides).length > 0 ? { overrides } : {}
}

/** The fields of the page by the last part of the path of an issue. */
const names: Record<string, string> = {
  chargeAmount: 'charge',
  allowedAmount: 'allowed',
  eligibility: 'pasted',
  deductibleRemaining: 'deductibleLeft',
  outOfPocketRemaining: 'outOfPocketLeft',
  costShareOrder: 'order',
  benefitMessage: 'kindOfVisit',
}

/**
 * Asks every payer, then works the cost out. Throws FieldFailure for what can be corrected in the
 * form.
 */
export async function estimate(fields: EstimateFields): Promise<PatientCostAnswer> {
  const { lines, payers, dateOfService } = fields
  const eligibility = await Promise.all(
    payers.map(async (payer) => await eligibilityOf(payer, fields)),
  )
  const amount = (typed: string) => (typed.trim() === '' ? {} : { allowedAmount: Number(typed) })
  const body = {
    lineItems: lines.map(
      ({ key, procedureCode, serviceTypeCode, charge, allowed, network, place }) => ({
        id: key,
        ...(procedureCode.trim() ? { procedureCode: procedureCode.trim() } : {}),
        ...(serviceTypeCode.trim() ? { serviceTypeCode: serviceTypeCode.trim() } : {}),
        chargeAmount: Number(charge),
        ...amount(allowed),
        network,
        ...(place === '' ? {} : { place }),
      }),
    ),
    ...onDate(dateOfService),
    payers: payers.map((payer, index) => ({
      id: payer.key,
      eligibility: eligibility[index],
      ...(index > 0 && payer.coordination ? { coordination: payer.coordination } : {}),
      ...overridesOf(payer),
    })),
  }
  try {
    return await call(calculatePatientCostContract, { body })
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.issues.length === 0) throw error
    throw new FieldFailure(
      error.issues.map(({ path, message }) => {
        const [list, index, ...rest] = path.split('.')
        const field = rest.at(-1) ?? ''
        const item = (list === 'lineItems' ? lines : payers)[Number(index)]
        return { path: item ? `${item.key}.${names[field] ?? field}` : path, message }
      }),
    )
  }
}
