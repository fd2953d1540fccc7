import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  deductible,
  inactive,
  maximumLeft,
  notCovered,
  outOfPocket,
  spendDown,
  text,
  x12,
} from '#test/samples/patient-cost/eb'
import { costOf } from '#test/samples/patient-cost/visit'

const visit = { stc: '98' }
/** A copay whose amount is no number. */
const unread = ({ stc, message }: { stc: string; message?: string }) =>
  `EB*B*IND*${stc}****N*****Y~${message === undefined ? '' : `MSG*${message}~`}`

type Case = {
  name: string
  /** The plan, as its 271 states it. */
  plan: string[]
  more?: Parameters<typeof costOf>[1]
  patient: number | null
  /** Lowest and highest. */
  range: [number, number]
  /** Every warning but the usual ones. */
  says?: string[]
  /** The steps between the allowed amount and what the plan pays, with where they come from. */
  steps?: string[]
}

/** Of every plan here: nothing says that it is active, what its deductible or its maximum is. */
const usual = ['status_unknown', 'deductible_unknown', 'out_of_pocket_unknown']
const framing = ['submitted', 'eligible', 'benefit', 'balance']

/** What people read of an office visit: 200 charged, 150 allowed. */
const cases: Case[] = [
  {
    name: 'no allowed amount',
    plan: [coinsurance('.2')],
    more: { line: { allowedAmount: undefined } },
    patient: 40,
    range: [40, 40],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
      'allowed_assumed: No allowed amount is given; the whole charge was taken as allowed.',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $200.00, so the patient bears $40.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
    ],
  },
  {
    name: 'an allowed amount above the charge',
    plan: [coinsurance('.2')],
    more: { line: { allowedAmount: 300 } },
    patient: 40,
    range: [40, 40],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
      'allowed_above_charge: The allowed amount is above the charge; the charge was used. ' +
        'Set overrides.capAtCharge to false for a case rate or a per diem.',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $200.00, so the patient bears $40.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
    ],
  },
  {
    name: 'Medicare Part B without a coinsurance',
    plan: [active({ insurance: 'MB' })],
    patient: 30,
    range: [30, 30],
    says: [
      'medicare_coinsurance: Medicare Part B states no coinsurance; the statutory 20 % was used.',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Medicare Part B, 20 % (Social Security Act §1833)]',
    ],
  },
  {
    name: 'Medicare Part A without a coinsurance',
    plan: [active({ insurance: 'MA', stc: '48' })],
    more: { line: { serviceTypeCode: '48' } },
    patient: 0,
    range: [0, 0],
    says: [
      'medicare_coinsurance: Medicare Part A states no coinsurance; a stay of at most 60 days ' +
        'was assumed, which has none.',
    ],
    steps: [
      'coinsurance: Coinsurance: 0 % of $150.00, so the patient bears $0.00. ' +
        '[Medicare Part A, days 1 to 60 (42 CFR 409.83)]',
    ],
  },
  {
    name: 'a statement that wants an authorization',
    plan: [coinsurance('.2', { auth: 'Y' })],
    patient: 30,
    range: [30, 30],
    says: [
      'authorization_required: The payer wants a prior authorization for this service; ' +
        'without one it may pay nothing.',
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
    ],
  },
  {
    name: 'copays for one service, one of them without a condition',
    plan: [
      copay(30, visit),
      copay(40, { ...visit, message: 'SPECIALIST' }),
      copay(50, { ...visit, message: 'CARDIOLOGIST' }),
    ],
    patient: 30,
    range: [30, 50],
    says: [
      'several_copays: Several copays fit; $30.00 was used. Others: ' +
        '$40.00 "SPECIALIST", $50.00 "CARDIOLOGIST". Choose with overrides.benefitMessage or ' +
        'overrides.copay.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: 'more copays than are listed, with long conditions',
    plan: [20, 30, 40, 50, 60, 70].map((amount) =>
      copay(amount, { ...visit, message: `TIER ${amount} `.repeat(12).trim() }),
    ),
    patient: 70,
    range: [20, 70],
    says: [
      'several_copays: Several copays fit; $70.00 was used. Others: $20.00 "TIER 20 TIER 20 ' +
        'TIER 20 TIER 20 TIER 20 TIER 20 TIER 20 TIER", $30.00 "TIER 30 TIER 30 TIER 30 TIER 30 ' +
        'TIER 30 TIER 30 TIER 30 TIER", $40.00 "TIER 40 TIER 40 TIER 40 TIER 40 TIER 40 TIER 40 ' +
        'TIER 40 TIER", $50.00 "TIER 50 TIER 50 TIER 50 TIER 50 TIER 50 TIER 50 TIER 50 TIER". ' +
        'Choose with overrides.benefitMessage or overrides.copay.',
    ],
    steps: [
      'copay: Copay: $70.00, so the patient bears $70.00. [Statement 6: ' +
        'Co-payment $70.00, IND, service type 98, in network, "TIER 70 TIER 70 TIER 70 TIER 70 ' +
        'TIER 70 TIER 70 TIER 70 TIER 70 TIER 70 TIER 70 TIER 70 TIER 70"]',
    ],
  },
  {
    name: 'coinsurances for one service',
    plan: [coinsurance('.1', visit), coinsurance('.3', { ...visit, message: 'SUPPLIES' })],
    patient: 15,
    range: [15, 45],
    says: [
      'several_coinsurances: Several coinsurances fit; 10 % was used. Others: ' +
        '30 % "SUPPLIES". Choose with overrides.benefitMessage or overrides.coinsurance.',
    ],
    steps: [
      'coinsurance: Coinsurance: 10 % of $150.00, so the patient bears $15.00. ' +
        '[Statement 1: Co-insurance 10 %, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a copay under a condition',
    plan: [copay(40, { ...visit, message: 'SPECIALIST' })],
    patient: 40,
    range: [40, 40],
    says: [
      'condition_assumed: Statement 1: Co-payment $40.00, IND, service type 98, ' +
        'in network, "SPECIALIST" has a condition; it was taken as met. ' +
        'Give overrides.copay when it is not.',
    ],
    steps: [
      'copay: Copay: $40.00, so the patient bears $40.00. [Statement 1: ' +
        'Co-payment $40.00, IND, service type 98, in network, "SPECIALIST"]',
    ],
  },
  {
    name: 'copay and coinsurance under different conditions',
    plan: [
      copay(30, { ...visit, message: 'PCP' }),
      coinsurance('.5', { ...visit, message: 'SUPPLIES' }),
    ],
    patient: 30,
    range: [30, 75],
    says: [
      'condition_assumed: Statement 1: Co-payment $30.00, IND, service type 98, ' +
        'in network, "PCP" has a condition; it was taken as met. Give ' +
        'overrides.copay when it is not.',
      'conditions_differ: Statement 1: Co-payment $30.00, IND, service type 98, ' +
        'in network, "PCP" and Statement 2: Co-insurance 50 %, IND, service type 98, ' +
        'in network, "SUPPLIES" have different conditions; the copay alone was used. ' +
        'Choose with overrides.benefitMessage.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "PCP"]',
    ],
  },
  {
    name: 'the same, the copay being dearer',
    plan: [
      copay(90, { ...visit, message: 'PCP' }),
      coinsurance('.5', { ...visit, message: 'SUPPLIES' }),
    ],
    patient: 90,
    range: [75, 90],
    says: [
      'condition_assumed: Statement 1: Co-payment $90.00, IND, service type 98, ' +
        'in network, "PCP" has a condition; it was taken as met. Give ' +
        'overrides.copay when it is not.',
      'conditions_differ: Statement 1: Co-payment $90.00, IND, service type 98, ' +
        'in network, "PCP" and Statement 2: Co-insurance 50 %, IND, service type 98, ' +
        'in network, "SUPPLIES" have different conditions; the copay alone was used. ' +
        'Choose with overrides.benefitMessage.',
    ],
    steps: [
      'copay: Copay: $90.00, so the patient bears $90.00. [Statement 1: ' +
        'Co-payment $90.00, IND, service type 98, in network, "PCP"]',
    ],
  },
  {
    name: 'the same, the caller naming the text of the copay',
    plan: [
      copay(30, { ...visit, message: 'PCP' }),
      coinsurance('.5', { ...visit, message: 'SUPPLIES' }),
    ],
    more: { overrides: { benefitMessage: 'pcp' } },
    patient: 30,
    range: [30, 30],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "PCP"]',
    ],
  },
  {
    name: 'copay and coinsurance under the same condition',
    plan: [
      copay(30, { ...visit, message: 'PCP' }),
      coinsurance('.5', { ...visit, message: 'PCP' }),
    ],
    patient: 90,
    range: [90, 90],
    says: [
      'condition_assumed: Statement 1: Co-payment $30.00, IND, service type 98, ' +
        'in network, "PCP" has a condition; it was taken as met. Give ' +
        'overrides.copay when it is not.',
      'condition_assumed: Statement 2: Co-insurance 50 %, IND, service type 98, ' +
        'in network, "PCP" has a condition; it was taken as met. Give overrides.coinsurance ' +
        'when it is not.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "PCP"]',
      'coinsurance: Coinsurance: 50 % of $120.00, so the patient bears $60.00. ' +
        '[Statement 2: Co-insurance 50 %, IND, service type 98, in network, "PCP"]',
    ],
  },
  {
    name: 'a coinsurance under a condition beside a copay without',
    plan: [copay(30, visit), coinsurance('.3', { ...visit, message: 'DRUGS' })],
    patient: 30,
    range: [30, 66],
    says: [
      'coinsurance_conditional: Statement 2: Co-insurance 30 %, IND, service type 98, ' +
        'in network, "DRUGS" has a condition and the copay has none; the copay alone was used.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: "the plan's coinsurance beside the service's copay",
    plan: [copay(30, visit), coinsurance('.3')],
    patient: 30,
    range: [30, 66],
    says: [
      'coinsurance_of_plan: The service has a copay of its own and the plan a general ' +
        'coinsurance (30 %); the copay alone was used. Set ' +
        'overrides.coinsurance when both apply.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: 'only what holds for the whole plan',
    plan: [coinsurance('.2')],
    patient: 30,
    range: [30, 30],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
    ],
  },
  {
    name: 'the same, asked for the whole plan',
    plan: [coinsurance('.2')],
    more: { line: { serviceTypeCode: '30' } },
    patient: 30,
    range: [30, 30],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
    ],
  },
  {
    name: 'only what is stated for a wider service type',
    plan: [copay(20, { stc: 'A6' })],
    more: { line: { procedureCode: '90837', serviceTypeCode: undefined } },
    patient: 20,
    range: [20, 20],
    says: [
      'service_type_assumed: Service type MH was taken from the procedure code 90837. ' +
        'Give serviceTypeCode when another one is meant.',
      'service_type_fallback: The eligibility answer states nothing for service type MH; ' +
        'what it states for A6 was used ($20.00).',
    ],
    steps: [
      'copay: Copay: $20.00, so the patient bears $20.00. [Statement 1: ' +
        'Co-payment $20.00, IND, service type A6, in network]',
    ],
  },
  {
    name: 'a statement for an office, no place given',
    plan: [copay(30, { ...visit, place: '11' })],
    more: { line: { place: undefined, procedureCode: '99213', serviceTypeCode: undefined } },
    patient: 30,
    range: [30, 30],
    says: [
      'service_type_assumed: Service type 98 was taken from the procedure code 99213. ' +
        'Give serviceTypeCode when another one is meant.',
      'place_assumed: Statement 1: Co-payment $30.00, IND, service type 98, in network holds ' +
        'for place of service 11 only. The line names no place; 11 (office) was assumed. ' +
        'Give place when it is another.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a statement for every place, no place given',
    plan: [copay(30, { ...visit })],
    more: { line: { place: undefined, procedureCode: '99213', serviceTypeCode: undefined } },
    patient: 30,
    range: [30, 30],
    says: [
      'service_type_assumed: Service type 98 was taken from the procedure code 99213. ' +
        'Give serviceTypeCode when another one is meant.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a statement for one place, the place being unknown',
    plan: [copay(30, { stc: '50', place: '11' })],
    more: { line: { serviceTypeCode: '50', place: undefined } },
    patient: null,
    range: [0, 150],
    says: [
      'place_unknown: The payer states the benefit of this service for place of service 11. ' +
        'Give place, e.g. place 11.',
    ],
    steps: [
      'unknown: Not known from here on: The payer states the benefit of this service for ' +
        'place of service 11. Give place, e.g. place 11.',
    ],
  },
  {
    name: 'statements for two places, the place being unknown',
    plan: [copay(30, { stc: '50', place: '11' }), copay(30, { stc: '50', place: '22' })],
    more: { line: { serviceTypeCode: '50', place: undefined } },
    patient: null,
    range: [0, 150],
    says: [
      'place_unknown: The payer states the benefit of this service for place of service 11, ' +
        '22. Give place, e.g. place 11.',
    ],
    steps: [
      'unknown: Not known from here on: The payer states the benefit of this service for ' +
        'place of service 11, 22. Give place, e.g. place 11.',
    ],
  },
  {
    name: 'a statement for another place',
    plan: [copay(30, { ...visit, place: '11' })],
    more: { line: { place: '22' } },
    patient: null,
    range: [0, 150],
    says: [
      'cost_share_unknown: The payer states the benefit of this service for place of service ' +
        '11, not for 22. Check place, or give overrides.copay or overrides.coinsurance.',
    ],
    steps: [
      'unknown: Not known from here on: The payer states the benefit of this service for ' +
        'place of service 11, not for 22. Check place, or give overrides.copay or ' +
        'overrides.coinsurance.',
    ],
  },
  {
    name: 'a copay that cannot be read',
    plan: ['EB*B*IND*98****N*****Y~', coinsurance('.2')],
    patient: null,
    range: [30, 150],
    says: [
      'unreadable_amount: The amount "N" in the eligibility answer is no number; ' +
        'that statement was read without it.',
      'cost_share_unreadable: Statement 1: Co-payment, IND, service type 98, in network gives ' +
        'no amount that can be read. Ask the payer, and give overrides.copay or ' +
        'overrides.coinsurance.',
    ],
    steps: [
      'unknown: Not known from here on: Statement 1: Co-payment, IND, service type 98, ' +
        'in network gives no amount that can be read. Ask the payer, and give overrides.copay ' +
        'or overrides.coinsurance.',
    ],
  },
  {
    name: 'an answer without a cost share',
    plan: [active()],
    patient: null,
    range: [0, 150],
    says: [
      'cost_share_unknown: The eligibility answer states neither copay nor coinsurance for ' +
        'this service. Ask the payer, and give overrides.copay or overrides.coinsurance.',
    ],
    steps: [
      'unknown: Not known from here on: The eligibility answer states neither copay nor ' +
        'coinsurance for this service. Ask the payer, and give overrides.copay or ' +
        'overrides.coinsurance.',
    ],
  },
  {
    name: 'neither an answer nor a cost share',
    plan: [],
    more: { overrides: { deductibleRemaining: 10 } },
    patient: null,
    range: [0, 150],
    says: [
      'cost_share_unknown: Neither copay nor coinsurance is given. Give overrides.copay or ' +
        'overrides.coinsurance (0 when the plan asks for none).',
    ],
    steps: [
      'unknown: Not known from here on: Neither copay nor coinsurance is given. ' +
        'Give overrides.copay or overrides.coinsurance (0 when the plan asks for none).',
    ],
  },
  {
    name: 'a service that is not covered',
    plan: [active(), notCovered(visit)],
    patient: 150,
    range: [150, 150],
    steps: [
      'noncovered: Not covered, because the plan does not cover this service: ' +
        'the patient bears $150.00. [Statement 2: Non-covered, IND, service type 98, in network]',
    ],
  },
  {
    name: 'not covered, as the caller says',
    plan: [coinsurance('.2')],
    more: { overrides: { covered: false } },
    patient: 150,
    range: [150, 150],
    steps: [
      'noncovered: Not covered, because the plan does not cover it: ' +
        'the patient bears $150.00. [Overrides: not covered]',
    ],
  },
  {
    name: 'a spend-down',
    plan: [coinsurance('.2'), spendDown(40)],
    patient: 62,
    range: [62, 62],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
    ],
    steps: [
      'spend-down: Spend-down: $40.00 of the $40.00 left before coverage begins. ' +
        '[Statement 2: Spend down $40.00, IND, service type 30, remaining]',
      'coinsurance: Coinsurance: 20 % of $110.00, so the patient bears $22.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
    ],
  },
  {
    name: 'no charge',
    plan: [active()],
    more: { overrides: { costShareOrder: 'no-charge' } },
    patient: 0,
    range: [0, 0],
    steps: ['copay: No charge: the plan asks nothing of the patient for this service. [Overrides]'],
  },
  {
    name: 'no charge after the deductible',
    plan: [active(), deductible.left(20)],
    more: { overrides: { costShareOrder: 'no-charge-after-deductible' } },
    patient: 20,
    range: [20, 20],
    steps: [
      'deductible: Deductible: $20.00 is left of it, so the patient bears $20.00. ' +
        '[Statement 2: Deductible $20.00, IND, service type 30, remaining, in network]',
    ],
  },
  {
    name: 'a text that waives the deductible',
    plan: [
      coinsurance('.2', visit),
      deductible.left(100),
      text('URGENT CARE/PLAN DED WAIVED', visit),
    ],
    patient: 30,
    range: [30, 30],
    steps: [
      'deductible: Deductible: waived for this service. [Statement 3: ' +
        'Limitation, IND, service type 98, in network, "URGENT CARE/PLAN DED WAIVED"]',
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a text that waives it for the condition of the copay',
    plan: [
      copay(30, { ...visit, message: 'PCP' }),
      deductible.left(100),
      text('PCP/PLAN DED WAIVED', visit),
    ],
    patient: 30,
    range: [30, 30],
    says: [
      'condition_assumed: Statement 1: Co-payment $30.00, IND, service type 98, ' +
        'in network, "PCP" has a condition; it was taken as met. Give ' +
        'overrides.copay when it is not.',
    ],
    steps: [
      'deductible: Deductible: waived for this service. [Statement 3: ' +
        'Limitation, IND, service type 98, in network, "PCP/PLAN DED WAIVED"]',
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "PCP"]',
    ],
  },
  {
    name: 'a text that waives it for another condition',
    plan: [
      copay(30, { ...visit, message: 'PCP' }),
      deductible.left(100),
      text('URGENT CARE/PLAN DED WAIVED', visit),
    ],
    patient: 30,
    range: [30, 130],
    says: [
      'condition_assumed: Statement 1: Co-payment $30.00, IND, service type 98, ' +
        'in network, "PCP" has a condition; it was taken as met. Give ' +
        'overrides.copay when it is not.',
      'copay_without_deductible: The eligibility answer states a copay and a deductible of ' +
        'the plan, and not whether the deductible comes first. The copay alone was taken, ' +
        'as it is stated for the service. Set overrides.costShareOrder to decide it.',
    ],
    steps: [
      'deductible: Deductible: waived for this service. [Statement 1: Co-payment $30.00, ' +
        'IND, service type 98, in network, "PCP"; no deductible is stated for the service]',
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "PCP"]',
    ],
  },
  {
    name: "a text that waives the whole plan's",
    plan: [coinsurance('.2', visit), deductible.left(100), text('PLAN DED WAIVED')],
    patient: 110,
    range: [110, 110],
    steps: [
      'deductible: Deductible: $100.00 is left of it, so the patient bears $100.00. ' +
        '[Statement 2: Deductible $100.00, IND, service type 30, remaining, in network]',
      'coinsurance: Coinsurance: 20 % of $50.00, so the patient bears $10.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a text that puts the deductible first',
    plan: [copay(30, { ...visit, message: 'AFTER DEDUCTIBLE' }), deductible.left(100)],
    patient: 130,
    range: [130, 130],
    steps: [
      'deductible: Deductible: $100.00 is left of it, so the patient bears $100.00. ' +
        '[Statement 2: Deductible $100.00, IND, service type 30, remaining, in network]',
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "AFTER DEDUCTIBLE"]',
    ],
  },
  {
    name: 'an out-of-pocket maximum',
    plan: [coinsurance('.2'), outOfPocket.left(10)],
    patient: 10,
    range: [10, 10],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
      'out-of-pocket-limit: Out-of-pocket maximum: only $10.00 is left of it, ' +
        'so the plan takes over $20.00. [Statement 2: Out-of-pocket $10.00, IND, ' +
        'service type 30, remaining, in network]',
    ],
  },
  {
    name: 'a benefit maximum',
    plan: [coinsurance('.2', visit), maximumLeft(50, visit)],
    patient: 100,
    range: [100, 100],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 98, in network]',
      'benefit-limit: Benefit maximum: the plan still pays $50.00 at most, so the patient ' +
        'bears $70.00 more. [Statement 2: Limitation $50.00, IND, service type 98, ' +
        'remaining, in network]',
    ],
  },
  {
    name: 'copay and deductible that do not count to the maximum',
    plan: [
      copay(30, { message: 'COPAY NOT APPLICABLE TO OOP' }),
      deductible.left(50, { message: 'DED EXCLUDED FROM OUT OF POCKET' }),
      outOfPocket.left(5),
    ],
    patient: 80,
    range: [30, 80],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used ($30.00).',
      'copay_after_deductible: The eligibility answer states a copay and a deductible of the ' +
        'plan, and not whether the deductible comes first. The deductible was taken first. ' +
        'Set overrides.costShareOrder to decide it.',
    ],
    steps: [
      'deductible: Deductible: $50.00 is left of it, so the patient bears $50.00. ' +
        '[Statement 2: Deductible $50.00, IND, service type 30, remaining, in network, ' +
        '"DED EXCLUDED FROM OUT OF POCKET"]',
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 30, in network, "COPAY NOT APPLICABLE TO OOP"]',
    ],
  },
  {
    name: 'a copay that does not, beside a coinsurance that does',
    plan: [
      copay(30, { message: 'COPAY NOT APPLICABLE TO OOP' }),
      coinsurance('.2'),
      outOfPocket.left(5),
    ],
    patient: 35,
    range: [35, 35],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used ($30.00).',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 30, in network, "COPAY NOT APPLICABLE TO OOP"]',
      'coinsurance: Coinsurance: 20 % of $120.00, so the patient bears $24.00. ' +
        '[Statement 2: Co-insurance 20 %, IND, service type 30, in network]',
      'out-of-pocket-limit: Out-of-pocket maximum: only $5.00 is left of it, ' +
        'so the plan takes over $19.00. [Statement 3: Out-of-pocket $5.00, IND, ' +
        'service type 30, remaining, in network]',
    ],
  },
  {
    name: 'a deductible that does not, beside a coinsurance that does',
    plan: [
      coinsurance('.2'),
      deductible.left(50, { message: 'EXCLUDED FROM OUT OF POCKET' }),
      outOfPocket.left(5),
    ],
    patient: 55,
    range: [55, 55],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (20 %).',
    ],
    steps: [
      'deductible: Deductible: $50.00 is left of it, so the patient bears $50.00. ' +
        '[Statement 2: Deductible $50.00, IND, service type 30, remaining, ' +
        'in network, "EXCLUDED FROM OUT OF POCKET"]',
      'coinsurance: Coinsurance: 20 % of $100.00, so the patient bears $20.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 30, in network]',
      'out-of-pocket-limit: Out-of-pocket maximum: only $5.00 is left of it, ' +
        'so the plan takes over $15.00. [Statement 3: Out-of-pocket $5.00, IND, ' +
        'service type 30, remaining, in network]',
    ],
  },
  {
    name: 'out of network',
    plan: [coinsurance('.4', { net: 'N' })],
    more: { line: { network: 'out' } },
    patient: 110,
    range: [110, 110],
    says: [
      'general_benefit_used: The eligibility answer states nothing for service type 98; ' +
        'what holds for the whole plan was used (40 %).',
      'balance_billing: Out of network, the provider may bill the patient the $50.00 that the ' +
        'plan does not allow. Set overrides.balanceBilling to false where that is forbidden ' +
        '(emergencies, No Surprises Act).',
    ],
    steps: [
      'coinsurance: Coinsurance: 40 % of $150.00, so the patient bears $60.00. ' +
        '[Statement 1: Co-insurance 40 %, IND, service type 30, out of network]',
    ],
  },
  {
    name: 'out of network, where balance billing is forbidden',
    plan: [coinsurance('.4', { ...visit, net: 'N' })],
    more: { line: { network: 'out' }, overrides: { balanceBilling: false, network: 'out' } },
    patient: 60,
    range: [60, 60],
    steps: [
      'coinsurance: Coinsurance: 40 % of $150.00, so the patient bears $60.00. ' +
        '[Statement 1: Co-insurance 40 %, IND, service type 98, out of network]',
    ],
  },
  {
    name: 'out of network, where it is not',
    plan: [coinsurance('.4', { ...visit, net: 'N' })],
    more: { line: { network: 'out' }, overrides: { balanceBilling: true, network: 'out' } },
    patient: 110,
    range: [110, 110],
    steps: [
      'coinsurance: Coinsurance: 40 % of $150.00, so the patient bears $60.00. ' +
        '[Statement 1: Co-insurance 40 %, IND, service type 98, out of network]',
    ],
  },
  {
    name: 'nothing stated out of network',
    plan: [coinsurance('.4')],
    more: { line: { network: 'out' } },
    patient: 200,
    range: [50, 200],
    says: [
      'out_of_network_unstated: The eligibility answer states no benefit out of network; ' +
        'the service was taken as not covered. Emergencies are covered as in network (45 CFR ' +
        '149.110): give overrides.coinsurance or overrides.copay for them.',
      'balance_billing: Out of network, the provider may bill the patient the $50.00 that the ' +
        'plan does not allow. Set overrides.balanceBilling to false where that is forbidden ' +
        '(emergencies, No Surprises Act).',
    ],
    steps: [
      'noncovered: Not covered, because the answer states no out-of-network benefit: ' +
        'the patient bears $150.00.',
    ],
  },
  {
    name: 'a coverage that is not active',
    plan: [inactive()],
    patient: 200,
    range: [200, 200],
    says: [
      'coverage_inactive: PAYER pays nothing. Coverage not active (Statement 1: ' +
        '6, IND, service type 30).',
    ],
    steps: [
      'inactive: PAYER pays nothing: the coverage is not active. ' +
        '[Coverage not active (Statement 1: 6, IND, service type 30)]',
    ],
  },
  {
    name: "the caller's coinsurance beside a stated copay",
    plan: [copay(30, visit)],
    more: { overrides: { coinsurance: 0.1 } },
    patient: 42,
    range: [42, 42],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
      'coinsurance: Coinsurance: 10 % of $120.00, so the patient bears $12.00. [Overrides]',
    ],
  },
  {
    name: "the caller's copay beside a stated coinsurance",
    plan: [coinsurance('.2', visit)],
    more: { overrides: { copay: 10 } },
    patient: 38,
    range: [38, 38],
    steps: [
      'copay: Copay: $10.00, so the patient bears $10.00. [Overrides]',
      'coinsurance: Coinsurance: 20 % of $140.00, so the patient bears $28.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 98, in network]',
    ],
  },
  {
    name: "a copay of the plan that cannot be read beside the service's",
    plan: [unread({ stc: '30' }), copay(30, visit)],
    patient: 30,
    range: [30, 30],
    says: [
      'unreadable_amount: The amount "N" in the eligibility answer is no number; ' +
        'that statement was read without it.',
    ],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 2: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a copay under a condition that cannot be read beside a coinsurance',
    plan: [unread({ ...visit, message: 'SPECIALIST' }), coinsurance('.2', visit)],
    patient: 30,
    range: [30, 30],
    says: [
      'unreadable_amount: The amount "N" in the eligibility answer is no number; ' +
        'that statement was read without it.',
    ],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 2: Co-insurance 20 %, IND, service type 98, in network]',
    ],
  },
  {
    name: "a copay under a condition that cannot be read beside the plan's coinsurance",
    plan: [unread({ ...visit, message: 'SPECIALIST' }), coinsurance('.2')],
    patient: null,
    range: [30, 150],
    says: [
      'unreadable_amount: The amount "N" in the eligibility answer is no number; ' +
        'that statement was read without it.',
      'cost_share_unreadable: Statement 1: Co-payment, IND, service type 98, ' +
        'in network, "SPECIALIST" gives no amount that can be read. Ask the payer, ' +
        'and give overrides.copay or overrides.coinsurance.',
    ],
    steps: [
      'unknown: Not known from here on: Statement 1: Co-payment, IND, service type 98, ' +
        'in network, "SPECIALIST" gives no amount that can be read. Ask the payer, ' +
        'and give overrides.copay or overrides.coinsurance.',
    ],
  },
  {
    name: 'a copay that cannot be read, where Medicare states no coinsurance',
    plan: [active({ insurance: 'MB' }), unread(visit)],
    patient: null,
    range: [0, 150],
    says: [
      'unreadable_amount: The amount "N" in the eligibility answer is no number; ' +
        'that statement was read without it.',
      'cost_share_unreadable: Statement 2: Co-payment, IND, service type 98, in network gives ' +
        'no amount that can be read. Ask the payer, and give overrides.copay or ' +
        'overrides.coinsurance.',
    ],
    steps: [
      'unknown: Not known from here on: Statement 2: Co-payment, IND, service type 98, ' +
        'in network gives no amount that can be read. Ask the payer, and give overrides.copay ' +
        'or overrides.coinsurance.',
    ],
  },
  {
    name: "the service's copay, and the plan's coinsurance for another place",
    plan: [copay(30, visit), coinsurance('.5', { place: '22' })],
    more: { line: { place: undefined } },
    patient: 30,
    range: [30, 30],
    steps: [
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network]',
    ],
  },
  {
    name: "the caller's copay beside several",
    plan: [copay(30, visit), copay(40, { ...visit, message: 'SPECIALIST' })],
    more: { overrides: { copay: 10 } },
    patient: 10,
    range: [10, 10],
    steps: ['copay: Copay: $10.00, so the patient bears $10.00. [Overrides]'],
  },
  {
    name: "the caller's coinsurance beside several",
    plan: [coinsurance('.1', visit), coinsurance('.4', { ...visit, message: 'SUPPLIES' })],
    more: { overrides: { coinsurance: 0.2 } },
    patient: 30,
    range: [30, 30],
    steps: ['coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. [Overrides]'],
  },
  {
    name: 'a line that names no service',
    plan: [copay(30, visit)],
    more: { line: { serviceTypeCode: undefined } },
    patient: null,
    range: [0, 150],
    says: [
      'whole_plan_assumed: The line names no service type; the benefits of the whole plan ' +
        '(service type 30) were used. Give serviceTypeCode.',
      'service_type_unknown: The line names neither a procedure nor a service type, ' +
        'and the payer states the benefits of single services. ' +
        'Give procedureCode or serviceTypeCode.',
    ],
    steps: [
      'unknown: Not known from here on: The line names neither a procedure nor a service ' +
        'type, and the payer states the benefits of single services. ' +
        'Give procedureCode or serviceTypeCode.',
    ],
  },
  {
    name: 'a deductible that is waived, in other words',
    plan: [coinsurance('.2', visit), deductible.left(100), text('DEDUCTIBLE IS WAIVED', visit)],
    patient: 30,
    range: [30, 30],
    steps: [
      'deductible: Deductible: waived for this service. [Statement 3: ' +
        'Limitation, IND, service type 98, in network, "DEDUCTIBLE IS WAIVED"]',
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 98, in network]',
    ],
  },
  {
    name: 'a deductible that comes first: AFTER THE DED',
    plan: [copay(30, { ...visit, message: 'AFTER THE DED' }), deductible.left(100)],
    patient: 130,
    range: [130, 130],
    steps: [
      'deductible: Deductible: $100.00 is left of it, so the patient bears $100.00. ' +
        '[Statement 2: Deductible $100.00, IND, service type 30, remaining, in network]',
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "AFTER THE DED"]',
    ],
  },
  {
    name: 'a deductible that comes first: DED APPLIES',
    plan: [copay(30, { ...visit, message: 'DED APPLIES' }), deductible.left(100)],
    patient: 130,
    range: [130, 130],
    steps: [
      'deductible: Deductible: $100.00 is left of it, so the patient bears $100.00. ' +
        '[Statement 2: Deductible $100.00, IND, service type 30, remaining, in network]',
      'copay: Copay: $30.00, so the patient bears $30.00. [Statement 1: ' +
        'Co-payment $30.00, IND, service type 98, in network, "DED APPLIES"]',
    ],
  },
  {
    name: 'several copays, one of which does not count to the maximum',
    plan: [
      copay(30, visit),
      copay(40, { ...visit, message: 'NOT APPLICABLE TO OOP' }),
      outOfPocket.left(5),
    ],
    patient: 40,
    range: [5, 40],
    says: [
      'several_copays: Several copays fit; $40.00 was used. Others: $30.00. ' +
        'Choose with overrides.benefitMessage or overrides.copay.',
    ],
    steps: [
      'copay: Copay: $40.00, so the patient bears $40.00. [Statement 2: ' +
        'Co-payment $40.00, IND, service type 98, in network, "NOT APPLICABLE TO OOP"]',
    ],
  },
  {
    name: 'a rate that is not written off in the network',
    plan: [coinsurance('.2', visit)],
    more: { overrides: { contractualWriteOff: false } },
    patient: 80,
    range: [80, 80],
    steps: [
      'coinsurance: Coinsurance: 20 % of $150.00, so the patient bears $30.00. ' +
        '[Statement 1: Co-insurance 20 %, IND, service type 98, in network]',
    ],
  },
  {
    name: 'what is stated for several wider service types',
    plan: [copay(20, { stc: 'A6^CF' })],
    more: { line: { procedureCode: '90837', serviceTypeCode: undefined } },
    patient: 20,
    range: [20, 20],
    says: [
      'service_type_assumed: Service type MH was taken from the procedure code 90837. ' +
        'Give serviceTypeCode when another one is meant.',
      'service_type_fallback: The eligibility answer states nothing for service type MH; ' +
        'what it states for A6, CF was used ($20.00).',
    ],
    steps: [
      'copay: Copay: $20.00, so the patient bears $20.00. [Statement 1: ' +
        'Co-payment $20.00, IND, service type A6, CF, in network]',
    ],
  },
]

describe('what the calculation says', () => {
  it.each(cases)('$name', ({ plan, more, patient, range, says = [], steps = [] }) => {
    const answer = costOf(plan.length > 0 ? x12(...plan) : undefined, more)
    const said = answer.warnings.filter(({ code }) => !usual.includes(code))
    const taken = answer.plans.flatMap((each) => each.steps)
    expect({
      patient: answer.totalPatientCost,
      range: [answer.range.low, answer.range.high],
      says: said.map(({ code, message }) => `${code}: ${message}`),
      steps: taken
        .filter(({ rule }) => !framing.includes(rule))
        .map(
          ({ rule, description, source }) =>
            `${rule}: ${description}${source ? ` [${source}]` : ''}`,
        ),
    }).toEqual({ patient, range, says, steps })
  })

  it('gives back what counts to the maximum, and leaves what does not', () => {
    const uncounted = copay(30, { message: 'NOT APPLICABLE TO OOP' })
    const plan = [deductible.left(50), uncounted, coinsurance('.1'), outOfPocket.left(5)]
    const answer = costOf(x12(...plan), { overrides: { costShareOrder: 'after-deductible' } })
    expect(answer.plans[0]).toMatchObject({ deductible: 5, copay: 30, coinsurance: 0 })
  })
})
