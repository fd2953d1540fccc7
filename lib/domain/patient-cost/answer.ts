import { z } from 'zod'
import { coordinationMethods } from './request.ts'

const dollars = (title: string, description: string) => z.number().meta({ title, description })

/** The rules of steps; adjudication categories carry the names of Da Vinci PCT (submitted, eligible, deductible, copay, coinsurance, noncovered, benefit). */
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
] as const
export type StepRule = (typeof stepRules)[number]

const warningSchema = z.object({
  code: z.string().meta({ title: 'Code', description: 'Stable, snake_case.' }),
  message: z.string().meta({ title: 'Message', description: 'A sentence: what was assumed, and what to do about it.' }),
  payerId: z.string().nullable().meta({ title: 'Payer', description: 'Which payer it is about.' }),
  lineItemId: z.string().nullable().meta({ title: 'Line item', description: 'Which line it is about.' }),
})

const stepSchema = z.object({
  lineItemId: z.string().meta({ title: 'Line item', description: 'The line.' }),
  rule: z.enum(stepRules).meta({ title: 'Rule', description: 'Which rule was applied.' }),
  description: z.string().meta({ title: 'Description', description: 'The step in words.' }),
  amount: dollars('Amount', 'What the step moved, in dollars.'),
  before: dollars('Before', 'What was still open of the line before the step.'),
  after: dollars('After', 'What is still open of the line after it.'),
  source: z.string().nullable().meta({ title: 'Source', description: 'The statement of the eligibility answer, or the override, that the value comes from.' }),
})

export const patientCostAnswerSchema = z.object({
  totalPatientCost: dollars('Total patient cost', 'What the patient owes.'),
  totalPayerCost: dollars('Total payer cost', 'What all payers pay together.'),
  totalAdjustment: dollars('Total adjustment', 'What nobody pays: contracted and other write-offs. Patient, payers and adjustment together are the charges.'),
  totalCharge: dollars('Total charge', 'The charges of all lines.'),
  lineItems: z
    .array(
      z.object({
        id: z.string(),
        chargeAmount: z.number(),
        allowedAmount: z.number(),
        patientCost: z.number(),
        payerCost: z.number(),
        adjustment: z.number(),
        payments: z.array(z.object({ payerId: z.string(), amount: z.number() })),
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
        totalPaid: dollars('Total paid', 'What this plan pays.'),
        totalAlone: dollars('Total alone', 'What it would pay if it were the only plan.'),
        deductible: z.number(),
        copay: z.number(),
        coinsurance: z.number(),
        noncovered: z.number(),
        benefitBalance: z
          .array(z.object({ name: z.string(), level: z.enum(['individual', 'family']), before: z.number(), used: z.number(), remaining: z.number(), source: z.string() }))
          .meta({ title: 'Benefit balance', description: 'Deductibles, out-of-pocket maximums and limits: before these lines, used by them, and what remains.' }),
        steps: z.array(stepSchema).meta({ title: 'Steps', description: 'In the order computed.' }),
        warnings: z.array(warningSchema),
      }),
    )
    .meta({ title: 'Plans', description: 'The calculation plan by plan.' }),
  orderOfBenefits: z
    .object({ expected: z.array(z.string()), asGiven: z.boolean(), explanation: z.array(z.string()) })
    .nullable()
    .meta({ title: 'Order of benefits', description: 'The order that the rules ask for, when every payer has `member`.' }),
  warnings: z.array(warningSchema).meta({ title: 'Warnings', description: 'Everything that was assumed.' }),
})

export type PatientCostAnswer = z.infer<typeof patientCostAnswerSchema>
export type PatientCostStep = z.infer<typeof stepSchema>
export type PatientCostWarning = z.infer<typeof warningSchema>
