import { z } from 'zod'

const name = (title: string, description: string) =>
  z
    .string()
    .trim()
    .min(1, 'Leave it out instead of giving it empty.')
    .max(60)
    .meta({ title, description, phi: true })
const date = (title: string, description: string) =>
  z.iso.date({ error: 'Write the date as YYYY-MM-DD.' }).meta({ title, description })
const organization = z.string().trim().min(1, 'Leave it out instead of giving it empty.').max(100)

/** In a workflow, an expression without a value is null, which counts as left out. */
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional()).optional()

/** The person with the policy. */
const subscriberSchema = z.strictObject({
  memberId: z
    .string()
    .trim()
    .min(1, 'Give the member id.')
    .max(80)
    .meta({ title: 'Member id', description: 'As on the insurance card.', phi: true }),
  firstName: maybe(name('First name', 'Of the person with the policy.')).meta({
    title: 'First name',
    description: 'Of the person with the policy.',
    phi: true,
  }),
  lastName: maybe(name('Last name', 'Of the person with the policy.')).meta({
    title: 'Last name',
    description: 'Of the person with the policy.',
    phi: true,
  }),
  dateOfBirth: maybe(date('Date of birth', 'YYYY-MM-DD.')).meta({
    title: 'Date of birth',
    description: 'YYYY-MM-DD.',
    phi: true,
  }),
})

/** The patient, when another person has the policy. */
const dependentSchema = z.strictObject({
  firstName: name('First name', 'Of the patient.'),
  lastName: name('Last name', 'Of the patient.'),
  dateOfBirth: maybe(date('Date of birth', 'YYYY-MM-DD.')).meta({
    title: 'Date of birth',
    description: 'YYYY-MM-DD.',
    phi: true,
  }),
  relationship: z
    .enum(['spouse', 'child', 'other'])
    .default('child')
    .meta({
      title: 'Relationship',
      enumNames: ['Spouse', 'Child', 'Other'],
      description: 'To the person with the policy.',
    }),
})

const providerSchema = z.strictObject({
  npi: z
    .string()
    .trim()
    .regex(/^\d{10}$/, 'An NPI has ten digits.')
    .meta({ title: 'NPI', description: 'National provider identifier, ten digits.' }),
  organizationName: maybe(organization).meta({
    title: 'Organization',
    description: 'The provider’s name, when it is an organization.',
  }),
  firstName: maybe(organization).meta({
    title: 'First name',
    description: 'The provider’s, when it is a person.',
  }),
  lastName: maybe(organization).meta({
    title: 'Last name',
    description: 'The provider’s, when it is a person.',
  }),
})

/** An eligibility question (X12 270), shared by the endpoint and the step. */
export const eligibilityInquiryFields = {
  payerId: z
    .string()
    .trim()
    .min(1, 'Give the payer’s id.')
    .max(80)
    .meta({ title: 'Payer id', description: 'As the clearinghouse knows the payer.' }),
  provider: providerSchema.meta({ title: 'Provider', description: 'Who asks.' }),
  subscriber: subscriberSchema.meta({
    title: 'Subscriber',
    description: 'The person with the policy.',
  }),
  dependent: maybe(dependentSchema).meta({
    title: 'Dependent',
    description: 'The patient, when another person has the policy.',
  }),
  serviceTypeCodes: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9]{1,2}$/, 'Give X12 service type codes, e.g. 30 or 98.'),
    )
    .min(1)
    .max(99)
    .default(['30'])
    .meta({
      title: 'Service types',
      description: 'X12 service type codes; 30 asks for the whole plan.',
    }),
  procedureCode: maybe(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{3,11}$/, 'Give a procedure code without dots or modifiers.'),
  ).meta({
    title: 'Procedure code',
    description: 'Asks for one procedure (CPT, HCPCS or CDT) in place of service types.',
  }),
  dateOfService: maybe(date('Date of service', 'YYYY-MM-DD; today when left out.')).meta({
    title: 'Date of service',
    description: 'YYYY-MM-DD; today when left out.',
  }),
}

export const eligibilityInquirySchema = z.strictObject(eligibilityInquiryFields)
export type EligibilityInquiry = z.output<typeof eligibilityInquirySchema>

/**
 * The answer of a check: the clearinghouse's own answer, unchanged, and the few facts that most
 * callers need.
 */
export const eligibilityCheckSchema = z.object({
  active: z.boolean().nullable().meta({
    title: 'Active',
    description: 'Whether the coverage is active; empty when the payer does not say.',
  }),
  payerName: z
    .string()
    .nullable()
    .meta({ title: 'Payer', description: 'As the payer calls itself.' }),
  otherPayers: z.array(z.object({ name: z.string(), role: z.string() })).meta({
    title: 'Other payers',
    description: 'Further coverage that the payer knows of: coordinate benefits.',
    phi: true,
  }),
  eligibility: z.union([z.string(), z.record(z.string(), z.unknown())]).meta({
    title: 'Eligibility',
    description: 'The whole answer, as patient cost takes it.',
    phi: true,
  }),
})
export type EligibilityCheck = z.output<typeof eligibilityCheckSchema>
