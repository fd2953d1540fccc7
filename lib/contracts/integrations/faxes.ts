import { z } from 'zod'
import { faxMarks, faxNumberSchema } from '#lib/domain/provider/fax'
import { faxDirections, faxStatuses } from '#lib/domain/provider/fax-words'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { runStatuses } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'

const direction = z.enum(faxDirections)
const status = z.enum(faxStatuses)

const instant = z.iso.datetime({ offset: true })
const faxId = z.uuid('A fax has a UUID as its id.')
const params = z.strictObject({ faxId })

const faxSchema = z.object({
  faxId: z.uuid(),
  direction,
  status,
  connection: z.string(),
  provider: z.string(),
  providerId: z.string().nullable(),
  /** The other side's, as far as it is known. */
  number: z.string().nullable(),
  /** Ours, of a received fax. */
  line: z.string().nullable(),
  pages: z.int().nullable(),
  /** Of a received fax: GET /api/v2/files/{fileId}/content. */
  fileId: z.uuid().nullable(),
  /** Our words, and with `said` those of the provider. */
  failure: z
    .object({ code: z.string(), message: z.string(), said: z.string().optional() })
    .nullable(),
  /** Which of the tries of its step it is, and how many the step makes at most. */
  tryNumber: z.int(),
  tries: z.int().nullable(),
  /** The run that sent it, or the last one that it started. */
  runId: z.uuid().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type FaxView = z.infer<typeof faxSchema>

const faxPageSchema = faxSchema.extend({
  /** When its step sends it again; null when it does not. */
  nextTryAt: instant.nullable(),
  /** Its pages, the cover page first; without files that were deleted. */
  files: z.array(z.object({ id: z.uuid(), fileName: z.string(), isCover: z.boolean() })),
  cover: z
    .object({
      recipientName: z.string().optional(),
      senderName: z.string().optional(),
      senderPhone: z.string().optional(),
      subject: z.string().optional(),
      mark: z.enum(faxMarks),
      notes: z.string().optional(),
      confidential: z.boolean(),
    })
    .nullable(),
  /** The run that sent it, or those that it started, oldest first. */
  runs: z.array(
    z.object({
      id: z.uuid(),
      status: z.enum(runStatuses),
      workflow: z.string(),
      createdAt: instant,
    }),
  ),
  /** The other tries of its step, and with `isAgain` those that somebody sent again. */
  others: z.array(faxSchema.extend({ isAgain: z.boolean() })),
  /** Why the caller cannot send it again, or start a workflow with it; null when they can. */
  mayNotAgain: z.string().nullable(),
})
export type FaxPage = z.infer<typeof faxPageSchema>

const exampleFax = {
  faxId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  direction: 'in',
  status: 'received',
  connection: 'sandbox',
  provider: 'sandbox',
  providerId: 'fax_sandbox_in_1',
  number: '+12125550123',
  line: '+12125550100',
  pages: 1,
  fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
  failure: null,
  tryNumber: 1,
  tries: null,
  runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003',
  createdBy: 'Sandbox fax',
  createdAt: '2026-03-07T09:00:00.000Z',
  endedAt: '2026-03-07T09:00:05.000Z',
} as const

export const listFaxesContract = contract({
  id: 'listFaxes',
  method: 'GET',
  path: '/api/v2/communication/faxes',
  summary: 'List faxes, sent and received, newest first',
  description:
    'A received fax is `refused` when its workflow could not be started; its file is kept, and ' +
    '`failure` says why.',
  tag: 'Communication',
  query: pageQuerySchema
    .extend({
      direction: direction.optional(),
      status: status.optional(),
      q: z
        .string()
        .max(100)
        .optional()
        .describe('A whole number in any spelling, or an id of ours or of the provider.'),
      runId: z.uuid().optional().describe('Those that this run sent, or that started it.'),
    })
    .strict(),
  returns: { 200: { description: 'One page of faxes.', schema: pageOf(faxSchema) } },
  examples: { response: { items: [exampleFax], nextCursor: null } },
})

export const getFaxContract = contract({
  id: 'getFax',
  method: 'GET',
  path: '/api/v2/communication/faxes/{faxId}',
  summary: 'Read a fax with its pages, its tries and its runs',
  tag: 'Communication',
  params,
  returns: { 200: { description: 'The fax.', schema: faxPageSchema } },
  errorStatuses: [404],
})

export const sendFaxAgainContract = contract({
  id: 'sendFaxAgain',
  method: 'POST',
  path: '/api/v2/communication/faxes/{faxId}/again',
  summary: 'Send a fax again, also to a corrected number',
  description:
    'It is another fax with the same pages. The run of the first one does not go on by it. 409 ' +
    'while the fax is under way, or its workflow sends it again by itself.',
  tag: 'Communication',
  params,
  body: z.strictObject({
    to: faxNumberSchema.optional().meta({
      title: 'To',
      description: 'Another number; left out, that of the first fax.',
    }),
  }),
  returns: {
    201: { description: 'The new fax, on its way.', schema: z.object({ faxId: z.uuid() }) },
  },
  errorStatuses: [404, 409, 502, 503, 504],
  examples: {
    request: { to: '+12125550123' },
    response: { faxId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001' },
  },
})

export const startWithFaxContract = contract({
  id: 'startWithFax',
  method: 'POST',
  path: '/api/v2/communication/faxes/{faxId}/runs',
  summary: 'Start a workflow with a received fax',
  description:
    'For a fax that started none, or the wrong one. The workflow gets of file, files, from, to, ' +
    'pages and faxId what its start form has fields for.',
  tag: 'Communication',
  params,
  body: z.strictObject({
    workflow: z.string().min(1).max(64).meta({ title: 'Workflow', description: 'Its id or slug.' }),
  }),
  returns: { 201: { description: 'The run.', schema: z.object({ runId: z.uuid() }) } },
  errorStatuses: [404, 409, 422],
  examples: {
    request: { workflow: 'referral-intake' },
    response: { runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003' },
  },
})

const lineFields = {
  connection: z.string().min(1).max(64).meta({ title: 'Connection', description: 'Its slug.' }),
  number: z
    .union([z.literal(''), faxNumberSchema])
    .default('')
    .meta({ title: 'Number', description: 'Ours; empty for all others of the connection.' }),
  enabled: z.boolean().default(true),
}
const faxLinesSchema = z.object({
  lines: z.array(z.object({ connection: z.string(), number: z.string(), enabled: z.boolean() })),
  updatedBy: z.string().nullable(),
})
export type FaxLines = z.infer<typeof faxLinesSchema>
const workflowParams = z.strictObject({
  id: z.string().min(1).max(64).describe('The workflow, by id (UUID) or slug.'),
})

export const getFaxLinesContract = contract({
  id: 'getFaxLines',
  method: 'GET',
  path: '/api/v2/workflows/{id}/fax-lines',
  summary: 'Read which received faxes start a workflow',
  tag: 'Workflows',
  params: workflowParams,
  returns: { 200: { description: 'The fax lines.', schema: faxLinesSchema } },
  errorStatuses: [404],
})

export const setFaxLinesContract = contract({
  id: 'setFaxLines',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/fax-lines',
  summary: 'Set which received faxes start a workflow',
  description:
    'A line is a number of a fax connection, or with an empty number all of its faxes that have no ' +
    'line of their own. It starts one workflow: 409 names the one that has it.',
  tag: 'Workflows',
  params: workflowParams,
  body: z.strictObject({
    lines: z.array(z.strictObject(lineFields)).max(50, 'A workflow has at most 50 fax lines.'),
  }),
  returns: { 200: { description: 'The fax lines.', schema: faxLinesSchema } },
  errorStatuses: [404, 409],
  examples: {
    request: { lines: [{ connection: 'sandbox', number: '+12125550100' }] },
    response: {
      lines: [{ connection: 'sandbox', number: '+12125550100', enabled: true }],
      updatedBy: 'Ada Lovelace',
    },
  },
})

export const getFaxWebhookContract = contract({
  id: 'getFaxWebhook',
  method: 'GET',
  path: '/api/v2/communication/fax-connections/{slug}/webhook',
  summary: 'Read the webhook address of a fax connection',
  description:
    'Enter this address at the provider, for faxes that come in and that were sent, with the ' +
    'user name and the password of the connection.',
  tag: 'Communication',
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  returns: { 200: { description: 'The address.', schema: z.object({ url: z.string() }) } },
  errorStatuses: [404],
  examples: { response: { url: 'https://rounds.example.com/api/v2/hooks/fax/Zm9yIGV4YW1wbGU' } },
})

export const receiveFaxWebhookContract = contract({
  id: 'receiveFaxWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/fax/{token}',
  summary: 'For providers: webhook of faxes',
  description:
    'The provider defines the body, which only names a fax: the rest is read from the provider. ' +
    'Without the user name and the password of the connection it is 401. ' +
    'A repeated message changes nothing.',
  tag: 'Communication',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  returns: { 200: { description: 'Accepted.', schema: z.record(z.string(), z.unknown()) } },
  errorStatuses: [401, 404, 413],
  examples: { response: {} },
})
