import { z } from 'zod'
import { confidences } from './grades.ts'
import { coordinationMethods } from './coordination-methods.ts'

const dollars = (title: string, description: string) => z.number().meta({ title, description })
/** Dollars, or null where the amount depends on what is not known. Never a quiet 0. */
const known = (title: string, description: string) =>
  z
    .number()
    .nullable()
    .meta({ title, description: `${description} Empty: not known.` })
const confidence = z.enum(confidences).meta({
  title: 'Confidence',
  description:
    'How far the patient’s amount can be relied on. high: the payer states it. medium: by usual ' +
    'assumptions. low: another reading is about as likely. none: not known.',
})
const range = z.object({ low: z.number(), high: z.number() }).meta({
  title: 'Range',
  description:
    'What the patient owes if every open point is decided for and against the patient, in ' +
    'dollars: no estimate by itself. The same twice where nothing is open.',
})

/**
 * The rules of steps; adjudication categories carry the names of Da Vinci PCT (submitted, eligible,
 * deductible, copay, coinsurance, noncovered, benefit).
 */
const stepRules = [
  'submitted',
  'inactive',
  'eligible',
  'noncovered',
  'spend-down',
  'deductible',
  'copay',
  'coinsurance',
  'out-of-pocket-limit',
  'benefit-limit',
  'benefit',
  'coordination',
  'balance',
  'unknown',
] as const
export type StepRule = (typeof stepRules)[number]

const warningSchema = z.object({
  code: z.string().meta({ title: 'Code', description: 'The same for every one of its kind.' }),
  message: z.string().meta({
    title: 'Message',
    description: 'A sentence: what was assumed, and what to do about it.',
  }),
  payerId: z.string().nullable().meta({ title: 'Payer', description: 'Which payer it is about.' }),
  lineItemId: z
    .string()
    .nullable()
    .meta({ title: 'Line item', description: 'Which line it is about.' }),
})

const stepSchema = z.object({
  lineItemId: z.string().meta({ title: 'Line item', description: 'The line.' }),
  rule: z.enum(stepRules).meta({ title: 'Rule', description: 'Which rule was applied.' }),
  description: z.string().meta({ title: 'Description', description: 'The step in words.' }),
  amount: known('Amount', 'What the step moved, in dollars.'),
  before: known('Before', 'What was still open of the line before the step.'),
  after: known('After', 'What is still open of the line after it.'),
  source: z.string().nullable().meta({
    title: 'Source',
    description:
      'The statement of the eligibility answer, or the override, that the value comes from.',
  }),
})

export const patientCostAnswerSchema = z.object({
  totalPatientCost: known('Total patient cost', 'What the patient owes.'),
  totalPayerCost: known('Total payer cost', 'What all payers pay together.'),
  totalAdjustment: known(
    'Total adjustment',
    'What nobody pays: contracted and other write-offs. Patient, payers and adjustment together ' +
      'are the charges. Below 0 where a rate above the charge stands (capAtCharge).',
  ),
  totalCharge: dollars('Total charge', 'The charges of all lines.'),
  dateOfService: z.iso.date().meta({
    title: 'Date of service',
    description: 'The date that coverage, plan year and benefits were looked up for.',
  }),
  confidence,
  range,
  missing: z.array(warningSchema).meta({
    title: 'Missing',
    description: 'What has to be found out before the amounts are known, and how to give it.',
  }),
  assumptions: z.array(warningSchema).meta({
    title: 'Assumptions',
    description: 'What the amounts rest on beyond what the payers state.',
  }),
  lineItems: z
    .array(
      z.object({
        id: z.string(),
        chargeAmount: z.number(),
        allowedAmount: z.number().nullable(),
        patientCost: z.number().nullable(),
        payerCost: z.number().nullable(),
        adjustment: z.number().nullable(),
        payments: z.array(z.object({ payerId: z.string(), amount: z.number().nullable() })),
        confidence,
        range,
      }),
    )
    .meta({ title: 'Line items', description: 'Each line: who bears what.' }),
  plans: z
    .array(
      z.object({
        payerId: z.string(),
        name: z.string(),
        position: z.int(),
        coordination: z.enum(['primary', ...coordinationMethods]),
        active: z.boolean(),
        totalPaid: known('Total paid', 'What this plan pays.'),
        totalAlone: known('Total alone', 'What it would pay if it were the only plan.'),
        deductible: z.number().nullable(),
        copay: z.number().nullable(),
        coinsurance: z.number().nullable(),
        noncovered: z.number().nullable(),
        benefitBalance: z
          .array(
            z.object({
              name: z.string(),
              level: z.enum(['individual', 'family']),
              before: z.number().nullable(),
              used: z.number().nullable(),
              remaining: z.number().nullable(),
              source: z.string(),
            }),
          )
          .meta({
            title: 'Benefit balance',
            description:
              'Deductibles, out-of-pocket maximums and limits: before these lines, ' +
              'used by them, and what remains.',
          }),
        steps: z.array(stepSchema).meta({ title: 'Steps', description: 'In the order computed.' }),
        warnings: z.array(warningSchema),
      }),
    )
    .meta({ title: 'Plans', description: 'The calculation plan by plan.' }),
  orderOfBenefits: z
    .object({
      expected: z.array(z.string()),
      asGiven: z.boolean(),
      explanation: z.array(z.string()),
    })
    .nullable()
    .meta({
      title: 'Order of benefits',
      description: 'The order that the rules ask for, when every payer has `member`.',
    }),
  warnings: z.array(warningSchema).meta({
    title: 'Warnings',
    description: 'Everything that was said: what is missing, assumptions and notices.',
  }),
})

export type PatientCostAnswer = z.infer<typeof patientCostAnswerSchema>
export type PatientCostStep = z.infer<typeof stepSchema>
export type PatientCostWarning = z.infer<typeof warningSchema>
