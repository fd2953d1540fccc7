import type { Definition } from '#lib/domain/workflow/definition'

/** Form → eligibility → cost → a screen that explains the estimate. */
export const patientCostEstimate = {
  slug: 'patient-cost-estimate',
  name: 'Patient cost estimate',
  description:
    'Asks the payer what a patient is covered for, works out what a planned service costs the ' +
    'patient, and shows every step of it.',
  definition: {
    startData: {
      type: 'object',
      required: ['payerId', 'memberId', 'procedureCode', 'chargeAmount', 'allowedAmount'],
      properties: {
        payerId: {
          type: 'string',
          title: 'Payer',
          enum: ['EVERGREEN', 'SUMMIT', 'MEDICARE', 'MEDICAID', 'CEDARDENTAL'],
          default: 'EVERGREEN',
        },
        memberId: {
          type: 'string',
          title: 'Member id',
          description:
            'The sandbox knows EVG1001, EVG1002 and EVG1003 at Evergreen, MED3001 at Medicare',
          minLength: 1,
          default: 'EVG1001',
          phi: true,
        },
        procedureCode: {
          type: 'string',
          title: 'Procedure code',
          description: 'CPT or HCPCS, for example 99213 (office visit) or 70551 (MRI)',
          pattern: '^[A-Za-z0-9]{3,11}$',
          default: '70551',
        },
        chargeAmount: {
          type: 'number',
          title: 'Charge',
          description: 'Dollars',
          minimum: 0,
          default: 1400,
        },
        allowedAmount: {
          type: 'number',
          title: 'Allowed amount',
          description: 'What the contract with the payer allows, in dollars',
          minimum: 0,
          default: 900,
        },
        network: { type: 'string', title: 'Network', enum: ['in', 'out'], default: 'in' },
      },
    },
    steps: [
      {
        id: 'eligibility',
        type: 'check-eligibility',
        title: 'Ask the payer',
        after: [],
        config: {
          connection: 'sandbox',
          payerId: { $: 'start.payerId' },
          provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
          subscriber: { memberId: { $: 'start.memberId' } },
        },
        position: { x: 0, y: 0 },
      },
      {
        id: 'cost',
        type: 'patient-cost',
        title: 'Work out the cost',
        after: [{ step: 'eligibility' }],
        config: {
          lineItems: [
            {
              id: 'service',
              procedureCode: { $: 'start.procedureCode' },
              chargeAmount: { $: 'start.chargeAmount' },
              allowedAmount: { $: 'start.allowedAmount' },
              network: { $: 'start.network' },
            },
          ],
          payers: [
            {
              id: { $: 'start.payerId' },
              eligibility: { $: 'steps.eligibility.output.eligibility' },
            },
          ],
        },
        position: { x: 0, y: 130 },
      },
      {
        id: 'show',
        type: 'screen',
        title: 'Show the estimate',
        after: [{ step: 'cost' }],
        config: {
          title: 'Patient cost estimate',
          instructions:
            'Tell the patient what to expect, and that it is an estimate: ' +
            'the payer decides when the claim comes.',
          // A screen's values are stored as `jsonb`, which sorts short names first; the names are
          // chosen for the order of the columns.
          show: [
            {
              label: 'Estimate',
              // An unknown amount is null and never shown as a number.
              value: {
                'patient owes': {
                  $: '$text($amount(steps.cost.output.totalPatientCost, "dollars"), "not known")',
                },
                'insurance pays': {
                  $: '$text($amount(steps.cost.output.totalPayerCost, "dollars"), "not known")',
                },
                'nobody pays (written off)': {
                  $: '$text($amount(steps.cost.output.totalAdjustment, "dollars"), "not known")',
                },
                'how far to rely on it': { $: 'steps.cost.output.confidence' },
              },
            },
            {
              label: 'Not known: find this out',
              value: { $: 'steps.cost.output.missing.message' },
            },
            {
              label: 'How it was worked out',
              value: {
                $:
                  '( $number := function($amount) { $amount = null ? "not known" ' +
                  ': $formatNumber($amount, "#,##0.00") }; ' +
                  '[steps.cost.output.plans.steps.{ "step": description, ' +
                  '"amount": $number(amount), "start": $number(before), ' +
                  '"balance": $number(after) }] )',
              },
              format: 'table',
            },
            {
              label: 'Assumed',
              value: { $: 'steps.cost.output.assumptions.message' },
            },
          ],
          schema: {
            type: 'object',
            required: ['told'],
            properties: {
              told: {
                type: 'string',
                title: 'What happened',
                enum: ['patient told', 'patient wants to think', 'not reached'],
              },
              note: { type: 'string', title: 'Note', 'x-formFieldType': 'long-text' },
            },
          },
        },
        position: { x: 0, y: 260 },
      },
    ],
    settings: {},
  } satisfies Definition,
}
