import { z } from 'zod'
import { addressOutcomes } from '#lib/domain/provider/address-check'
import { letterEventTypes, letterServices, letterStatuses } from '#lib/domain/provider/letter-words'
import { sendingFields } from '#lib/domain/provider/sending-fields'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const status = z.enum(letterStatuses)
const expectedDeliveryDate = z.iso.date().nullable()

const letterSummarySchema = z.object({
  /** The id of Rounds; `GET …/letters/{trackingId}` also accepts the provider's id. */
  trackingId: z.uuid(),
  status,
  expectedDeliveryDate,
  connection: z.string(),
  provider: z.string(),
  providerId: z.string().nullable(),
  /** The carrier's number; plain mail has none. */
  trackingNumber: z.string().nullable(),
  extraService: z.enum(letterServices),
  pages: z.int(),
  runId: z.uuid().nullable(),
  /** The task of the run that sent it. */
  taskId: z.uuid().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instant,
})
export type LetterSummary = z.infer<typeof letterSummarySchema>

const letterSchema = letterSummarySchema.extend({
  color: z.boolean(),
  doubleSided: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  /** What was sent: GET /api/v2/files/{fileId}/content. */
  fileId: z.uuid().nullable(),
  /** What the check of the recipient's address found; null for a letter without a check. */
  addressCheck: z
    .object({
      outcome: z.enum(addressOutcomes),
      problems: z.array(z.string()),
      /** Whether the address was printed as it was corrected. */
      corrected: z.boolean(),
    })
    .nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  events: z.array(
    z.object({
      type: z.enum(letterEventTypes),
      title: z.string(),
      at: instant,
      location: z.string().nullable(),
    }),
  ),
})
export type LetterView = z.infer<typeof letterSchema>

const connection = z.string().min(1).max(200).optional()
const address = {
  addressLine1: '185 Berry St',
  addressLine2: 'Suite 6100',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
  country: 'US',
}
const trackingId = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const summary = {
  trackingId,
  status: 'in_transit',
  expectedDeliveryDate: '2026-03-12',
  connection: 'sandbox',
  provider: 'sandbox',
  providerId: 'ltr_sandbox_5d1f0a2b',
  trackingNumber: null,
  extraService: 'none',
  pages: 2,
  runId: null,
  taskId: null,
  createdBy: 'Billing system',
  createdAt: '2026-03-07T09:00:00.000Z',
} as const

/** Specification 2.11 and 4.2. */
export const sendLetterContract = contract({
  id: 'sendLetter',
  method: 'POST',
  path: '/api/v2/communication/letters',
  summary: 'Send a PDF as a physical letter',
  description:
    'Either multipart/form-data with the PDF in `file` (at most 20 MB), or JSON with the ' +
    '`fileId` of a PDF that is here. In multipart `to`, `from` and `metadata` are JSON, ' +
    '`color` and `doubleSided` are `true` or `false`. The PDF must be readable, not encrypted, ' +
    'not empty, at most 60 sheets, every page US letter upright; otherwise 400 says why. ' +
    '`connection` is the slug of a letters connection; it may be left out where there is only ' +
    'one.\n\nThe recipient’s address is checked first: nothing is sent to one that cannot be ' +
    'delivered to, and `addressCheck` says what happens with one that has to be corrected. Text ' +
    'where the provider prints the address is refused.\n\nSend an `Idempotency-Key`: the same key is the same letter, for good, ' +
    'and the same key with another letter is answered 409. When no answer came from the ' +
    'provider, the error’s `details` say `outcome: "unknown"` and with which `idempotencyKey` ' +
    'to send the request again without making a second letter.',
  tag: 'Communication',
  body: z.strictObject({
    fileId: z.uuid('A file has a UUID as its id.'),
    ...sendingFields,
    connection,
  }),
  multipart: z.strictObject({ ...sendingFields, connection }),
  returns: {
    201: {
      description: 'The provider accepted the letter.',
      schema: z.object({
        trackingId: z.uuid(),
        status,
        expectedDeliveryDate,
        trackingNumber: z.string().nullable(),
      }),
    },
  },
  errorStatuses: [404, 409, 413, 415, 429, 502, 504],
  examples: {
    request: {
      fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
      to: { name: 'Avery Lindqvist', ...address },
      from: {
        company: 'Rounds Health',
        addressLine1: '1 Main St',
        city: 'Brooklyn',
        state: 'NY',
        postalCode: '11201',
        country: 'US',
      },
      metadata: { kind: 'appeal' },
      color: false,
      doubleSided: true,
      extraService: 'certified',
      addressCheck: 'fail',
    },
    response: {
      trackingId,
      status: 'created',
      expectedDeliveryDate: '2026-03-12',
      trackingNumber: '9407300000000000000001',
    },
  },
})

export const listLettersContract = contract({
  id: 'listLetters',
  method: 'GET',
  path: '/api/v2/communication/letters',
  summary: 'List letters, newest first',
  tag: 'Communication',
  query: pageQuerySchema
    .extend({ status: status.optional(), runId: z.uuid('A run has a UUID as its id.').optional() })
    .strict(),
  returns: {
    200: {
      description: 'One page of letters, without their addresses.',
      schema: pageOf(letterSummarySchema),
    },
  },
  examples: { response: { items: [summary], nextCursor: null } },
})

/** Specification 2.11 and 4.2. */
export const getLetterContract = contract({
  id: 'getLetter',
  method: 'GET',
  path: '/api/v2/communication/letters/{trackingId}',
  summary: 'Track a letter: its status and events',
  description:
    'While the letter is under way its provider is also polled, besides the webhooks and a ' +
    'worker that asks from time to time. ' +
    'Status `unknown` means that no answer came when it was sent; `not_sent` that the provider ' +
    'refused it, or was not reached.',
  tag: 'Communication',
  params: z.strictObject({ trackingId: z.string().trim().min(1).max(100) }),
  returns: { 200: { description: 'The letter.', schema: letterSchema } },
  errorStatuses: [404],
  examples: {
    response: {
      ...summary,
      color: false,
      doubleSided: true,
      metadata: { kind: 'appeal' },
      fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
      addressCheck: { outcome: 'deliverable', problems: [], corrected: false },
      failure: null,
      events: [
        { type: 'created', title: 'Created', at: '2026-03-07T09:00:00.000Z', location: null },
        { type: 'mailed', title: 'Mailed', at: '2026-03-08T09:00:00.000Z', location: '11201' },
        {
          type: 'in_transit',
          title: 'In transit',
          at: '2026-03-09T09:00:00.000Z',
          location: '11201',
        },
      ],
    },
  },
})

export const getLettersWebhookContract = contract({
  id: 'getLettersWebhook',
  method: 'GET',
  path: '/api/v2/communication/connections/{slug}/webhook',
  summary: 'Read the webhook address of a letters connection',
  description:
    'Enter this address at the provider, for its letter events, and the secret that the ' +
    'provider shows in the connection. Without a webhook the provider is polled.',
  tag: 'Communication',
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  returns: { 200: { description: 'The address.', schema: z.object({ url: z.string() }) } },
  errorStatuses: [404],
  examples: {
    response: { url: 'https://rounds.example.com/api/v2/hooks/letters/Zm9yIGV4YW1wbGU' },
  },
})

export const receiveLetterWebhookContract = contract({
  id: 'receiveLetterWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/letters/{token}',
  summary: 'For providers: webhook of letters',
  description:
    'The provider defines the body. Its signature is verified over the received bytes, ' +
    'and its time must be within five minutes; otherwise 401, and nothing is read. ' +
    'A repeated message changes nothing.',
  tag: 'Communication',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  returns: { 200: { description: 'Accepted.', schema: z.record(z.string(), z.unknown()) } },
  errorStatuses: [401, 404, 413],
  examples: { response: {} },
})
