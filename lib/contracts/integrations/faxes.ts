import { z } from 'zod'
import { faxDirections, faxStatuses } from '#lib/domain/provider/fax'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const direction = z.enum(faxDirections)
const status = z.enum(faxStatuses)

const faxSchema = z.object({
  faxId: z.uuid(),
  direction,
  status,
  connection: z.string(),
  provider: z.string(),
  providerId: z.string().nullable(),
  pages: z.int().nullable(),
  /** Of a received fax: GET /api/v2/files/{fileId}/content. */
  fileId: z.uuid().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The run that sent it, or that it started. */
  runId: z.uuid().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type FaxView = z.infer<typeof faxSchema>

export const listFaxesContract = contract({
  id: 'listFaxes',
  method: 'GET',
  path: '/api/v2/communication/faxes',
  summary: 'List faxes, sent and received, newest first',
  description:
    'Without numbers. A received fax is `refused` when its workflow could not be started; ' +
    'its file is kept, and `failure` says why.',
  tag: 'Communication',
  query: pageQuerySchema
    .extend({ direction: direction.optional(), status: status.optional() })
    .strict(),
  returns: { 200: { description: 'One page of faxes.', schema: pageOf(faxSchema) } },
  examples: {
    response: {
      items: [
        {
          faxId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
          direction: 'in',
          status: 'received',
          connection: 'sandbox',
          provider: 'sandbox',
          providerId: 'fax_sandbox_in_1',
          pages: 1,
          fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
          failure: null,
          runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003',
          createdBy: 'Sandbox fax',
          createdAt: '2026-03-07T09:00:00.000Z',
        },
      ],
      nextCursor: null,
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
