import { z } from 'zod'
import {
  eligibilityCheckSchema,
  eligibilityInquirySchema,
} from '#lib/domain/provider/eligibility-inquiry'
import { patientCostAnswerSchema } from '../../domain/patient-cost/answer.ts'
import { patientCostRequestSchema } from '../../domain/patient-cost/request.ts'
import { contract } from '../contract.ts'

const sample = {
  payer: { name: 'Evergreen Health' },
  benefitsInformation: [
    { code: '1', serviceTypeCodes: ['30'], coverageLevelCode: 'IND' },
    {
      code: 'C',
      serviceTypeCodes: ['30'],
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      timeQualifierCode: '29',
      benefitAmount: '50',
    },
    {
      code: 'A',
      serviceTypeCodes: ['98'],
      coverageLevelCode: 'IND',
      inPlanNetworkIndicatorCode: 'Y',
      benefitPercent: '0.2',
    },
  ],
}

/** Specification 4.2. */
export const calculatePatientCostContract = contract({
  id: 'calculatePatientCost',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/clearinghouse/patient-cost',
  summary: 'Calculate what a patient and each payer owe',
  description:
    'Works out the lines of a bill by the eligibility answers of up to five payers, ' +
    'primary first: allowed amount, deductible, copay, coinsurance and out-of-pocket maximum, ' +
    'carried from line to line, then coordination of benefits. ' +
    'Eligibility answers are taken as clearinghouses return them: ' +
    'JSON with benefitsInformation[] (Change Healthcare, Stedi 2024-04-01), JSON with plans[] ' +
    '(Stedi 2026-06-01), or a raw X12 271 as a string. ' +
    'Every step is in `plans[].steps`, in words; `before` and `after` are what was still open ' +
    'of the line. Whatever had to be assumed is in `assumptions`, and can be overridden in ' +
    '`payers[].overrides`. Amounts are dollars with cents, computed exactly; ' +
    'patient, payers and adjustment are together the charges. Nothing is kept. ' +
    'An amount that the answers do not settle is **null, never 0**: `missing` says what to find ' +
    'out and which field takes it, `range` what the patient owes at least and at most, ' +
    'and `confidence` how far an amount can be relied on. ' +
    'Coverage, plan year and benefits are looked up for `dateOfService` (today in the ' +
    'organization’s time zone when left out). A cut-off X12 interchange is refused.',
  tag: 'Clearinghouse',
  body: patientCostRequestSchema,
  returns: { 200: { description: 'The whole calculation.', schema: patientCostAnswerSchema } },
  errorStatuses: [413, 415],
  examples: {
    request: {
      lineItems: [
        {
          id: 'visit',
          procedureCode: '99213',
          serviceTypeCode: '98',
          units: 1,
          chargeAmount: 200,
          allowedAmount: 150,
          place: '11',
          network: 'in',
        },
      ],
      dateOfService: '2026-11-22',
      payers: [
        {
          id: 'primary',
          name: 'Evergreen Health',
          eligibility: sample,
          overrides: { outOfPocketRemaining: 1000 },
        },
      ],
    },
    response: {
      totalPatientCost: 70,
      totalPayerCost: 80,
      totalAdjustment: 50,
      totalCharge: 200,
      dateOfService: '2026-11-22',
      confidence: 'high',
      range: { low: 70, high: 70 },
      missing: [],
      assumptions: [],
      lineItems: [
        {
          id: 'visit',
          chargeAmount: 200,
          allowedAmount: 150,
          patientCost: 70,
          payerCost: 80,
          adjustment: 50,
          payments: [{ payerId: 'primary', amount: 80 }],
          confidence: 'high',
          range: { low: 70, high: 70 },
        },
      ],
      plans: [
        {
          payerId: 'primary',
          name: 'Evergreen Health',
          position: 1,
          coordination: 'primary',
          active: true,
          totalPaid: 80,
          totalAlone: 80,
          deductible: 50,
          copay: 0,
          coinsurance: 20,
          noncovered: 0,
          benefitBalance: [
            {
              name: 'deductible',
              level: 'individual',
              before: 50,
              used: 50,
              remaining: 0,
              source: 'Statement 2: Deductible $50.00, IND, service type 30, remaining, in network',
            },
          ],
          steps: [
            {
              lineItemId: 'visit',
              rule: 'eligible',
              description: 'Evergreen Health allows $150.00 of the charge.',
              amount: 50,
              before: 200,
              after: 150,
              source: null,
            },
            {
              lineItemId: 'visit',
              rule: 'deductible',
              description: 'Deductible: $50.00 is left of it, so the patient bears $50.00.',
              amount: 50,
              before: 150,
              after: 100,
              source: 'Statement 2: Deductible $50.00, IND, service type 30, remaining, in network',
            },
            {
              lineItemId: 'visit',
              rule: 'coinsurance',
              description: 'Coinsurance: 20 % of $100.00, so the patient bears $20.00.',
              amount: 20,
              before: 100,
              after: 80,
              source: 'Statement 3: Co-insurance 20 %, IND, service type 98, in network',
            },
            {
              lineItemId: 'visit',
              rule: 'benefit',
              description: 'Evergreen Health pays $80.00.',
              amount: 80,
              before: 80,
              after: 0,
              source: null,
            },
          ],
          warnings: [],
        },
      ],
      orderOfBenefits: null,
      warnings: [],
    },
  },
})

/** Additive: gets the answer that patient cost takes. */
export const checkEligibilityContract = contract({
  id: 'checkEligibility',
  method: 'POST',
  path: '/api/v2/clearinghouse/{slug}/eligibility',
  summary: 'Ask a payer about a patient’s coverage',
  description:
    'A real-time eligibility check (X12 270/271) through the clearinghouse connection. ' +
    '`eligibility` is the clearinghouse’s own answer, unchanged, ready for patient cost. ' +
    'A payer that refuses the question is 502 with its AAA code in `details.code`.',
  tag: 'Clearinghouse',
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  body: eligibilityInquirySchema,
  returns: { 200: { description: 'The payer’s answer.', schema: eligibilityCheckSchema } },
  errorStatuses: [404, 413, 415, 429, 502, 504],
  examples: {
    params: { slug: 'sandbox' },
    request: {
      payerId: 'EVERGREEN',
      provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
      subscriber: {
        memberId: 'EVG1001',
        firstName: 'Ada',
        lastName: 'Lindqvist',
        dateOfBirth: '1984-05-17',
      },
      serviceTypeCodes: ['30'],
    },
    response: { active: true, payerName: 'Evergreen Health', otherPayers: [], eligibility: sample },
  },
})
