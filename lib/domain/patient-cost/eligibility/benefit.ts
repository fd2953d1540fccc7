import type { Dates } from '../dates.ts'
import type { Money } from '../money.ts'

/**
 * One statement of an eligibility answer: an EB segment of X12 271 (005010X279A1) with its loop, in
 * the codes of that standard, whatever the format of the answer. `index` is its place in the answer
 * and identifies it.
 */
export type Benefit = {
  index: number
  /**
   * EB01: 1-5 active, 6-8 inactive, A co-insurance, B co-payment, C deductible, E exclusion, F
   * limitation, G out-of-pocket, I non-covered, R other payer, Y spend down.
   */
  code: string
  /** EB02: IND, FAM, EMP, ECH, ESP, CHD, DEP, SPC, SPO. */
  level: string | null
  /** EB03. Empty: the whole plan. */
  serviceTypes: readonly string[]
  /** EB04: MA, MB, MC, PR, HM, QM … */
  insuranceType: string | null
  /** EB05. */
  plan: string | null
  /**
   * EB06: 22 service year, 23 calendar year, 24 year to date, 25 contract, 27 visit, 29 remaining …
   */
  period: string | null
  /** EB07, the patient's share in dollars. */
  amount: Money | null
  /** EB08, the patient's share between 0 and 1. */
  share: Money | null
  /** EB09 and EB10. */
  quantity: { qualifier: string; value: Money } | null
  /** EB11. */
  authorization: boolean
  /** EB12: Y in network, N out of network, W both. */
  network: 'Y' | 'N' | 'W' | null
  /** EB13, a code or a range of codes. */
  procedure: { from: string; to: string } | null
  /** The places of service (III*ZZ) to which it is limited. Empty: all. */
  places: readonly string[]
  /** MSG: free text, often a condition. */
  messages: readonly string[]
  /** DTP: the dates that the statement itself names. */
  dates: Dates
  /** The payer that an R statement names. */
  otherPayer: { role: string; name: string } | null
}

const activeCodes = new Set('12345')
const inactiveCodes = new Set('678')
/** Whether a statement says in any form that the coverage is active. */
export const isActive = ({ code }: Pick<Benefit, 'code'>): boolean => activeCodes.has(code)
/** Whether a statement says that the coverage is active or inactive. */
export const isStatus = ({ code }: Pick<Benefit, 'code'>): boolean =>
  activeCodes.has(code) || inactiveCodes.has(code)

/** An assumption, because the answer does not state something or states it wrongly. */
export type Assumption = { code: string; message: string }

/** A parsed eligibility answer. */
export type Eligibility = {
  shape: 'v3' | 'plans' | 'x12'
  payerName: string | null
  /** The dates of the person's coverage, for every statement without its own. */
  dates: Dates
  /** The day on which the payer answered, if the answer names it. */
  answeredOn: string | null
  benefits: Benefit[]
  /** AAA: the payer refused the question. */
  rejections: { code: string; message: string }[]
  assumptions: Assumption[]
}

/**
 * The maximum number of statements, more than any payer sends; the largest real answers have some
 * hundreds.
 */
export const maxBenefits = 2000

/** An eligibility answer that cannot be read. The message tells the caller what to do. */
export class UnreadableEligibility extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableEligibility'
  }
}
