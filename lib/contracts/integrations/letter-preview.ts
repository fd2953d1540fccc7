import { z } from 'zod'
import { boxSchema } from '#lib/domain/document/page'
import { addressCheckSchema } from '#lib/domain/provider/address-check'
import { letterAddressSchema, letterFields } from '#lib/domain/provider/letter'
import { letterServices } from '#lib/domain/provider/letter-words'
import { letterCostSchema, printTemplateSchema } from '#lib/domain/provider/letter-print'
import { contract } from '../contract.ts'

const previewSchema = z.object({
  fileId: z.uuid(),
  fileName: z.string(),
  connection: z.string(),
  provider: z.string(),
  /** Null when the PDF cannot be printed; `issues` say why. */
  pages: z.int().nullable(),
  /** Sheets of paper, with one that the provider puts in front. */
  sheets: z.int().nullable(),
  color: z.boolean(),
  doubleSided: z.boolean(),
  extraService: z.enum(letterServices),
  /** What the provider prints itself on the first page, in points. */
  template: printTemplateSchema,
  /** The lines in the envelope's windows; null while no address is known. */
  toLines: z.array(z.string()).nullable(),
  fromLines: z.array(z.string()).nullable(),
  /** Words of the first page that would be covered. */
  coveredWords: z.array(boxSchema),
  /** Why the letter would be refused; empty when it can be sent. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Null where the provider names no price before it sends. */
  cost: letterCostSchema.nullable(),
})
export type LetterPreview = z.infer<typeof previewSchema>

const connection = z.string().min(1).max(200).optional()
const { color, doubleSided, extraService } = letterFields
const inch = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const example: LetterPreview = {
  fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
  fileName: 'appeal.pdf',
  connection: 'sandbox',
  provider: 'sandbox',
  pages: 2,
  sheets: 1,
  color: false,
  doubleSided: true,
  extraService: 'none',
  template: {
    frontSheet: 'none',
    frontSheetCharged: false,
    margin: 4.5,
    recipientWindow: inch(45, 126, 288, 72),
    senderWindow: inch(45, 36, 234, 63),
    covered: inch(43.2, 60.5, 226.8, 144),
    published: true,
  },
  toLines: ['Avery Lindqvist', '185 Berry St', 'San Francisco, CA 94107'],
  fromLines: ['Rounds Health', '1 Main St', 'Brooklyn, NY 11201'],
  coveredWords: [],
  issues: [],
  cost: { amount: '0.96', currency: 'USD', note: 'By the sandbox’s own price list.' },
}

export const previewLetterContract = contract({
  id: 'previewLetter',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/communication/letters/preview',
  summary: 'See how a PDF would be printed as a letter',
  description:
    'Answers what the provider prints on the first page, the number of sheets, the cost where the ' +
    'provider names one, and in `issues` all for which the letter would be refused. Nothing is ' +
    'sent, and no provider is called. The pages as pictures: GET /api/v2/files/{fileId}/pages.',
  tag: 'Communication',
  body: z.strictObject({
    fileId: z.uuid('A file has a UUID as its id.'),
    connection,
    to: letterAddressSchema.optional(),
    from: letterAddressSchema.optional(),
    color,
    doubleSided,
    extraService,
  }),
  returns: { 200: { description: 'The letter as it would be printed.', schema: previewSchema } },
  errorStatuses: [404, 429, 503],
  examples: { request: { fileId: example.fileId, connection: 'sandbox' }, response: example },
})

export const getLetterPreviewContract = contract({
  id: 'getLetterPreview',
  method: 'GET',
  path: '/api/v2/communication/letters/{trackingId}/preview',
  summary: 'See how a letter was printed',
  description:
    'By today’s settings of its connection. 404 when its file or its connection was deleted.',
  tag: 'Communication',
  params: z.strictObject({ trackingId: z.string().trim().min(1).max(100) }),
  returns: { 200: { description: 'The letter as it is printed.', schema: previewSchema } },
  errorStatuses: [404, 429, 503],
  examples: { response: example },
})

const address = {
  addressLine1: '185 Berry St',
  addressLine2: 'Suite 6100',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
  country: 'US',
}

export const checkAddressContract = contract({
  id: 'checkAddress',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/communication/addresses/check',
  summary: 'Check whether a letter reaches an address',
  description:
    'By the provider of a letters connection; it may charge for that. `corrected` answers the ' +
    'whole address as it should be in `suggestion`; nothing is replaced by itself. Abbreviations, ' +
    'case and ZIP+4 are no correction. `not_checked` when the provider cannot say: abroad, with a ' +
    'test key, or when the account does not have this service. The name is not sent.',
  tag: 'Communication',
  body: z.strictObject({ address: letterAddressSchema, connection }),
  returns: { 200: { description: 'What was found.', schema: addressCheckSchema } },
  errorStatuses: [404, 429, 502, 504],
  examples: {
    request: { address: { name: 'Avery Lindqvist', ...address, city: 'San Fransisco' } },
    response: {
      outcome: 'corrected',
      suggestion: { name: 'Avery Lindqvist', ...address },
      problems: [],
    },
  },
})
