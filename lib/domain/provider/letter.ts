import { z } from 'zod'
import { letterServices, letterServiceTitles, placeProblems } from './letter-words.ts'

const line = (title: string, most: number, description?: string) =>
  z
    .string()
    .trim()
    .min(1, `${title} is missing.`)
    .max(most, `${title} has at most ${most} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${title} is one line, without control characters.`)
    .meta({ title, ...(description ? { description } : {}) })

/** An expression without a value is null; a form field left blank is an empty text. */
const optional = <T extends z.ZodType>(schema: T) =>
  z
    .preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
    .optional()

const addressFields = {
  name: optional(line('Name', 100, 'A person. Name or company must be given.')).meta({
    title: 'Name',
    description: 'A person. Name or company must be given.',
  }),
  company: optional(line('Company', 100)).meta({
    title: 'Company',
    description: 'An organization. Name or company must be given.',
  }),
  addressLine1: line('Address line 1', 64, 'Street and number, or PO box.'),
  addressLine2: optional(line('Address line 2', 64)).meta({
    title: 'Address line 2',
    description: 'Apartment, suite, floor.',
  }),
  city: line('City', 200, 'City.'),
  state: line('State', 50, 'Two letters within the United States.'),
  postalCode: line('Postal code', 40, 'ZIP or ZIP+4 within the United States.'),
  country: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2}$/, 'Give the country as two letters (ISO 3166-1), for example US.')
    .transform((country) => country.toUpperCase())
    .default('US')
    .meta({ title: 'Country', description: 'Two letters (ISO 3166-1).' }),
}

/**
 * A postal address. Within the United States the state has two letters and the postal code is a ZIP
 * or ZIP+4.
 */
export const letterAddressSchema = z.strictObject(addressFields).superRefine((address, context) => {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (!address.name && !address.company) issue('name', 'Give a name or a company.')
  for (const { path, message } of placeProblems(address)) issue(path, message)
})
export type LetterAddress = z.output<typeof letterAddressSchema>

const maxPairs = 20
const plain = /^[^"\\\p{Cc}\p{Cs}]*$/u
/** Lob's limits, which apply to every provider so that a letter does not depend on its provider. */
const metadataSchema = z
  .record(
    z
      .string()
      .min(1)
      .max(40, 'A name in metadata has at most 40 characters.')
      .regex(plain, 'A name in metadata may not have quotes, backslashes or line breaks.'),
    z
      .string('A value in metadata is a text.')
      .max(500, 'A value in metadata has at most 500 characters.')
      .regex(plain, 'A value in metadata may not have quotes, backslashes or line breaks.'),
  )
  .refine(
    (metadata) => Object.keys(metadata).length <= maxPairs,
    `There may be at most ${maxPairs} pairs of metadata.`,
  )

/**
 * The fields of a letter besides its PDF: the same for the API, by multipart or JSON, and for the
 * step.
 */
export const letterFields = {
  to: letterAddressSchema.meta({ title: 'To', description: 'The recipient.', phi: true }),
  from: letterAddressSchema.meta({
    title: 'From',
    description: 'The sender, to whom it returns if it cannot be delivered.',
  }),
  metadata: metadataSchema.default({}).meta({
    title: 'Metadata',
    description:
      'Up to 20 pairs of names (40 characters) and texts (500 characters), kept with the letter ' +
      'at the provider too. No patient data.',
  }),
  color: z
    .boolean()
    .default(false)
    .meta({ title: 'Color', description: 'Print in color; otherwise black and white.' }),
  doubleSided: z
    .boolean()
    .default(true)
    .meta({ title: 'Double-sided', description: 'Print on both sides of the paper.' }),
  extraService: z
    .enum(letterServices)
    .default('none')
    .meta({
      title: 'Proof of delivery',
      enumNames: letterServices.map((service) => letterServiceTitles[service]),
      description:
        'Certified: tracked, with a number of the carrier. With return receipt: with the ' +
        'recipient’s signature besides (Lob: an electronic copy). Both within the United States. ' +
        'Registered: abroad. They cost extra.',
    }),
}

/** The maximum number of sheets of paper in a letter. */
export const maxLetterSheets = 60
/** The maximum size of a letter's PDF, in bytes. */
export const maxLetterBytes = 20 * 1024 * 1024
