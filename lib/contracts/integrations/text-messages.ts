import { z } from 'zod'
import { textMessageStatuses } from '#lib/domain/provider/text-message'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const status = z.enum(textMessageStatuses)

const textMessageSchema = z.object({
  messageId: z.uuid(),
  status,
  connection: z.string(),
  provider: z.string(),
  providerId: z.string().nullable(),
  /** In how many parts it was sent; null until the provider says. */
  segments: z.int().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  runId: z.uuid().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type TextMessageView = z.infer<typeof textMessageSchema>

const example = {
  messageId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  status: 'delivered',
  connection: 'sandbox',
  provider: 'sandbox',
  providerId: 'sms_sandbox_0199d3a0',
  segments: 1,
  failure: null,
  runId: null,
  createdBy: 'a workflow',
  createdAt: '2026-03-07T09:00:00.000Z',
} as const

export const listTextMessagesContract = contract({
  id: 'listTextMessages',
  method: 'GET',
  path: '/api/v2/communication/text-messages',
  summary: 'List text messages, newest first',
  description: 'Without their numbers and texts, which are not kept.',
  tag: 'Communication',
  query: pageQuerySchema.extend({ status: status.optional() }).strict(),
  returns: {
    200: { description: 'One page of text messages.', schema: pageOf(textMessageSchema) },
  },
  examples: { response: { items: [example], nextCursor: null } },
})

export const getTextMessageContract = contract({
  id: 'getTextMessage',
  method: 'GET',
  path: '/api/v2/communication/text-messages/{messageId}',
  summary: 'Read whether a text message was delivered',
  description:
    'While it is under way its provider is also asked, besides the webhooks. ' +
    'Status `unknown` means that no answer came when it was sent; `not_sent` that the provider ' +
    'refused it, or was not reached.',
  tag: 'Communication',
  params: z.strictObject({ messageId: z.uuid() }),
  returns: { 200: { description: 'The text message.', schema: textMessageSchema } },
  errorStatuses: [404],
  examples: { response: example },
})

export const receiveSmsWebhookContract = contract({
  id: 'receiveSmsWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/sms/{token}/{messageId}',
  summary: 'For providers: reports on a text message',
  description:
    'Rounds names this address with each message that it sends. The provider defines the body. ' +
    'Its signature is verified over the address and the received bytes; otherwise 401, and ' +
    'nothing is read. A repeated report changes nothing.',
  tag: 'Communication',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200), messageId: z.uuid() }),
  returns: { 200: { description: 'Accepted.', schema: z.record(z.string(), z.unknown()) } },
  errorStatuses: [401, 404, 413],
  examples: { response: {} },
})
