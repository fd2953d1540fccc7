import { z } from 'zod'
import { patientCostAnswerSchema } from '#lib/domain/patient-cost/answer'
import { calculatePatientCost } from '#lib/domain/patient-cost/calculate/calculate'
import { UnusableEligibility } from '#lib/domain/patient-cost/calculate/calculate-pass'
import { patientCostFields, patientCostRequestSchema } from '#lib/domain/patient-cost/request'
import { dateInZone } from '#lib/domain/provider/text-note'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'

export default defineStep({
  type: 'patient-cost',
  version: 1,
  title: 'Patient cost',
  description:
    'Works out what a patient and each payer owe, step by step, and says what is not known.',
  category: 'Healthcare',
  icon: 'calculator',
  effect: 'pure',
  config: z.strictObject(patientCostFields),
  output: patientCostAnswerSchema,
  uiSchema: { lineItems: { 'ui:widget': 'json' }, payers: { 'ui:widget': 'json' } },
  examples: [
    {
      title: 'One office visit, one payer',
      config: {
        lineItems: [
          {
            id: 'visit',
            procedureCode: '99213',
            serviceTypeCode: '98',
            chargeAmount: 200,
            allowedAmount: 150,
            network: 'in',
          },
        ],
        payers: { $: '[{ "id": "primary", "eligibility": steps.eligibility.output.eligibility }]' },
      },
    },
    {
      title: 'A plan without an eligibility answer',
      config: {
        lineItems: [
          {
            id: 'scan',
            serviceTypeCode: '4',
            chargeAmount: 900,
            allowedAmount: 600,
            network: 'in',
          },
        ],
        payers: [
          {
            id: 'primary',
            name: 'Evergreen Health',
            overrides: { deductibleRemaining: 250, coinsurance: 0.2, outOfPocketRemaining: 3000 },
          },
        ],
      },
    },
  ],
  async execute({ config, context }) {
    // The fields are checked already. This adds the rules between them (ids, lines named by
    // overrides).
    const request = patientCostRequestSchema.safeParse(config)
    if (!request.success) {
      const [issue] = request.error.issues
      throw new PermanentStepError('invalid_request', `${issue?.path.join('.')}: ${issue?.message}`)
    }
    try {
      // The day on which the run started, so that a repeated attempt has the same result.
      const { startedAt, timeZone } = context.run
      const today = dateInZone(new Date(startedAt), timeZone)
      return done(calculatePatientCost(request.data, { today }))
    } catch (error) {
      if (error instanceof UnusableEligibility)
        throw new PermanentStepError('unusable_eligibility', `${error.path}: ${error.message}`)
      throw error
    }
  },
})
