import { z } from 'zod'
import { coordinationMethods } from './coordination-methods.ts'

const maxAmount = 99_999_999.99
const dollars = (title: string, description: string) =>
  z
    .number({ error: 'Give an amount in dollars as a number.' })
    .min(0, 'An amount may not be negative.')
    .max(maxAmount, 'An amount may not be above 99,999,999.99.')
    // An expression may compute 59.97 as 59.970000000000006, which means cents.
    .refine(
      (value) =>
        value < 0 || value > maxAmount || Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
      'Use at most two decimals (cents).',
    )
    .meta({ title, description })
const share = (title: string, description: string) =>
  z
    .number()
    .min(0)
    .max(1, 'Give a share between 0 and 1: 0.2 is 20 %.')
    .meta({ title, description })
const id = (title: string, description: string) =>
  z
    .string()
    .trim()
    .min(1, 'Give an id.')
    .max(100)
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what an id may not have
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'An id has no control characters.')
    .meta({ title, description })
const networkSchema = z.enum(['in', 'out']).meta({
  title: 'Network',
  description:
    'Whether this provider is in the plan’s network. No eligibility answer says so; ' +
    'without it, in network is assumed.',
})

const costShareOrders = [
  'after-deductible',
  'before-deductible',
  'no-charge',
  'no-charge-after-deductible',
  'deductible-waived',
] as const
export type CostShareOrder = (typeof costShareOrders)[number]

/**
 * Values about one plan that the clearinghouse's answer does not state, or states wrongly. Every
 * field that is left out comes from the eligibility answer.
 */
const ruleOverrides = {
  allowedAmount: dollars(
    'Allowed amount',
    'What this plan allows for the line: its contract’s price.',
  ).optional(),
  network: networkSchema.optional(),
  covered: z
    .boolean()
    .optional()
    .meta({ title: 'Covered', description: 'False: the plan does not cover it.' }),
  costShareOrder: z.enum(costShareOrders).optional().meta({
    title: 'Order',
    description: 'How copay and deductible follow each other (Da Vinci US Drug Formulary).',
  }),
  copay: dollars('Copay', 'The copay of a line.').optional(),
  coinsurance: share('Coinsurance', 'The patient’s share: 0.2 is 20 %.').optional(),
  benefitMessage: z.string().trim().min(1).max(200).optional().meta({
    title: 'Benefit message',
    description:
      'Of several statements that fit, take the one whose text contains this, e.g. "Specialist".',
  }),
  balanceBilling: z
    .boolean()
    .optional()
    .meta({
      title: 'Balance billing',
      description:
        'Whether an out-of-network provider bills the patient what the plan does not allow. ' +
        'True unless a law or agreement forbids it. In network it cannot be true.',
    }),
  capAtCharge: z
    .boolean()
    .optional()
    .meta({
      title: 'Cap at the charge',
      description:
        'False: an allowed amount above the charge stands, as for case rates and per diems. ' +
        'True unless said otherwise.',
    }),
  contractualWriteOff: z
    .boolean()
    .optional()
    .meta({
      title: 'Contractual write-off',
      description:
        'Whether the provider writes off what a plan that pays later does not allow. False unless ' +
        'said otherwise: only the contract of the plan that pays first binds. Medicare and Medicaid ' +
        'have rules of their own.',
    }),
  obligatedToAccept: dollars(
    'Obligated to accept',
    'What the provider must accept as full payment: the patient owes at most what is left of it, ' +
      'and Medicare as a later payer pays at most that (42 CFR 411.33).',
  ).optional(),
}

const lineOverrides = z.strictObject({
  lineItemId: id('Line item', 'The line that these values are for.'),
  ...ruleOverrides,
})

const overrides = z.strictObject({
  ...ruleOverrides,
  active: z
    .boolean()
    .optional()
    .meta({ title: 'Active', description: 'Whether the coverage is active.' }),
  deductibleRemaining: dollars('Deductible remaining', 'Individual.').optional(),
  familyDeductibleRemaining: dollars('Family deductible remaining', 'Family.').optional(),
  outOfPocketRemaining: dollars(
    'Out-of-pocket remaining',
    'Individual: what the patient still pays at most.',
  ).optional(),
  familyOutOfPocketRemaining: dollars('Family out-of-pocket remaining', 'Family.').optional(),
  outOfPocketIncludes: z
    .array(z.enum(['deductible', 'copay', 'coinsurance']))
    .max(3)
    .optional()
    .meta({
      title: 'Counts to out-of-pocket',
      description: 'All three unless the plan says otherwise.',
    }),
  benefitRemaining: dollars(
    'Benefit remaining',
    'What the plan still pays at most: an annual or lifetime maximum.',
  ).optional(),
  familyAccumulation: z.enum(['embedded', 'aggregate']).optional().meta({
    title: 'Family accumulation',
    description:
      'Embedded: the individual amount counts as well. Aggregate: the family amount alone.',
  }),
  copayPer: z.enum(['line', 'visit']).optional().meta({
    title: 'Copay per',
    description: 'visit: all lines are one visit with one copay. Default line.',
  }),
  deductibleReading: z
    .enum(['lesser', 'above-own-deductible'])
    .optional()
    .meta({
      title: 'When both plans have a deductible',
      description:
        'lesser: this plan pays the lesser of its own benefit and the balance. ' +
        'above-own-deductible: only the balance above its own deductible.',
    }),
  benefitReserve: dollars(
    'Benefit reserve',
    'Savings that this plan has banked before (benefit-reserve, washington).',
  ).optional(),
  lines: z.array(lineOverrides).max(200).optional().meta({
    title: 'Lines',
    description: 'Values for single lines; they win over those of the plan.',
  }),
})

const lineItemSchema = z.strictObject({
  id: id('Id', 'Yours; the answer speaks of the line by it.'),
  procedureCode: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z0-9]{3,11}$/,
      'Give a procedure code (CPT, HCPCS, CDT, NDC) without dots or modifiers.',
    )
    .optional()
    .meta({ title: 'Procedure code', description: 'CPT, HCPCS, CDT or NDC.' }),
  serviceTypeCode: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z0-9]{1,2}$/,
      'Give an X12 service type code of one or two characters, e.g. 98 (office visit).',
    )
    .optional()
    .meta({
      title: 'Service type',
      description:
        'X12 service type code, e.g. 98 (office visit). Left out, it follows from the procedure ' +
        'where that is certain; else 30, the whole plan.',
    }),
  units: z.number().positive('Units are above 0.').max(99_999).default(1).meta({
    title: 'Units',
    description: 'For information: the charge is for all units together.',
  }),
  chargeAmount: dollars('Charge', 'What the provider charges for the line, all units together.'),
  allowedAmount: dollars(
    'Allowed amount',
    'The contracted price of the line; the charge when left out.',
  ).optional(),
  place: z
    .string()
    .trim()
    .regex(/^[0-9]{2}$/, 'Give a place of service code of two digits, e.g. 11 (office).')
    .optional()
    .meta({
      title: 'Place of service',
      description:
        'CMS place of service code, e.g. 11 (office), 10 (telehealth at home), 21 (hospital).',
    }),
  network: networkSchema.optional(),
})

const memberSchema = z.strictObject({
  programme: z
    .enum(['commercial', 'medicare', 'medicaid', 'tricare'])
    .default('commercial')
    .meta({ title: 'Programme', description: 'Who runs the plan.' }),
  relationship: z
    .enum(['self', 'spouse', 'child', 'other'])
    .default('self')
    .meta({ title: 'Relationship', description: 'The patient’s relationship to the subscriber.' }),
  employment: z
    .enum(['active', 'retired', 'cobra', 'none'])
    .default('active')
    .meta({ title: 'Employment', description: 'Of the subscriber.' }),
  subscriberBirthday: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Write month and day as MM-DD.')
    .optional()
    .meta({
      title: 'Subscriber’s birthday',
      description: 'MM-DD, for the birthday rule of children.',
    }),
  courtOrdered: z.boolean().default(false).meta({
    title: 'Court order',
    description: 'A court made this parent responsible for the child’s care.',
  }),
  coveredSince: z.iso.date().optional().meta({
    title: 'Covered since',
    description: 'YYYY-MM-DD; the longer coverage comes first when nothing else decides.',
  }),
  employerSize: z.int().min(1).max(10_000_000).optional().meta({
    title: 'Employer size',
    description: 'Employees; decides between a group plan and Medicare.',
  }),
  medicareReason: z.enum(['age', 'disability', 'esrd']).default('age').meta({
    title: 'Medicare because of',
    description: 'Age, disability, or end-stage renal disease.',
  }),
  esrdMonths: z.int().min(0).max(1200).optional().meta({
    title: 'ESRD months',
    description:
      'Months since Medicare eligibility because of ESRD; the group plan comes first for 30.',
  }),
})

const payerSchema = z
  .strictObject({
    id: id('Id', 'Yours; the answer speaks of the payer by it.'),
    name: z.string().trim().min(1).max(200).optional().meta({
      title: 'Name',
      description: 'Shown in the steps; the payer’s own name when left out.',
    }),
    eligibility: z
      .unknown()
      .optional()
      .meta({
        title: 'Eligibility',
        description:
          'The answer as the clearinghouse gave it: version 3 JSON (benefitsInformation[]), ' +
          '2026-06-01 JSON (plans[]), or a raw X12 271 as a string.',
      }),
    coordination: z
      .enum(coordinationMethods)
      .optional()
      .meta({
        title: 'Coordination',
        description:
          'How this plan pays after the ones before it. Left out: standard, or what Medicare and ' +
          'Medicaid prescribe. The first payer needs none.',
      }),
    overrides: overrides
      .optional()
      .meta({ title: 'Overrides', description: 'Values that win over the eligibility answer.' }),
    member: memberSchema.optional().meta({
      title: 'Member',
      description:
        'Facts for the order-of-benefit rules; the answer then says whether the payers stand in ' +
        'the right order, and why.',
    }),
  })
  .refine(
    ({ eligibility, overrides: given }) =>
      (eligibility !== undefined && eligibility !== null) || given !== undefined,
    {
      path: ['eligibility'],
      message: 'Give the eligibility answer of this payer, or the plan’s values in overrides.',
    },
  )

function uniqueIds(items: { id: string }[], name: string, context: z.core.$RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (seen.has(item.id))
      context.addIssue({
        code: 'custom',
        path: [name, index, 'id'],
        message: `The id "${item.id}" is given twice.`,
      })
    seen.add(item.id)
  }
}

type Given = {
  lineItems: z.output<typeof lineItemSchema>[]
  payers: z.output<typeof payerSchema>[]
}

/** A provider in the network may not bill beyond its contract: refused where it is asked for. */
function refuseBalanceBilling({ lineItems, payers }: Given, context: z.core.$RefinementCtx): void {
  const message =
    'A provider in the network does not bill beyond the contract. ' +
    'Set network to "out" as well, or leave balanceBilling out.'
  for (const [index, { overrides: given }] of payers.entries()) {
    const path = ['payers', index, 'overrides']
    const ofLine = (id: string) => given?.lines?.find(({ lineItemId }) => lineItemId === id)
    const isOut = ({ id, network }: Given['lineItems'][number]) =>
      (ofLine(id)?.network ?? given?.network ?? network) === 'out'
    if (given?.balanceBilling === true && !lineItems.some(isOut))
      context.addIssue({ code: 'custom', path: [...path, 'balanceBilling'], message })
    for (const [at, own] of (given?.lines ?? []).entries()) {
      const item = lineItems.find(({ id }) => id === own.lineItemId)
      if (own.balanceBilling === true && item && !isOut(item))
        context.addIssue({
          code: 'custom',
          path: [...path, 'lines', at, 'balanceBilling'],
          message,
        })
    }
  }
}

export const patientCostFields = {
  lineItems: z
    .array(lineItemSchema)
    .min(1, 'Give at least one line item.')
    .max(200, 'At most 200 line items.')
    .meta({
      title: 'Line items',
      description:
        'The services in the order in which they are billed, for each uses up deductibles for ' +
        'the next: id and chargeAmount, and what is known of procedureCode, serviceTypeCode, ' +
        'allowedAmount, network, place, units.',
    }),
  dateOfService: z.iso.date({ error: 'Write the date as YYYY-MM-DD.' }).optional().meta({
    title: 'Date of service',
    description:
      'YYYY-MM-DD; today when left out. Coverage, plan year and benefits are those of this day.',
  }),
  payers: z
    .array(payerSchema)
    .max(5, 'At most five payers.')
    .meta({
      title: 'Payers',
      description:
        'In order of responsibility, primary first: id and eligibility (the clearinghouse’s ' +
        'answer), and what is to be added in coordination, overrides and member.',
    }),
}

/**
 * The input of the calculation of a patient's cost (service decisions, "patient cost"). Limited to
 * 200 lines and 5 payers.
 */
export const patientCostRequestSchema = z
  .strictObject(patientCostFields)
  .superRefine(({ lineItems, payers }, context) => {
    refuseBalanceBilling({ lineItems, payers }, context)
    uniqueIds(lineItems, 'lineItems', context)
    uniqueIds(payers, 'payers', context)
    const lines = new Set(lineItems.map((line) => line.id))
    for (const [payer, { overrides: given }] of payers.entries())
      for (const [index, { lineItemId }] of (given?.lines ?? []).entries())
        if (!lines.has(lineItemId))
          context.addIssue({
            code: 'custom',
            path: ['payers', payer, 'overrides', 'lines', index, 'lineItemId'],
            message: `There is no line item "${lineItemId}".`,
          })
  })

export type PatientCostRequest = z.output<typeof patientCostRequestSchema>
export type LineItem = PatientCostRequest['lineItems'][number]
export type Payer = PatientCostRequest['payers'][number]
export type PlanOverrides = NonNullable<Payer['overrides']>
export type Member = NonNullable<Payer['member']>
