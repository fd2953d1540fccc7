import { z } from 'zod'
import {
  bodyFieldSchema,
  headerNameSchema,
  webhookChallengeSchema,
  webhookReasonSchema,
  webhookSignatureSchema,
} from '#lib/domain/webhook'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const workflowId = z.strictObject({ id: z.string().min(1).max(200) })

const webhookTriggerSchema = z.object({
  address: z.string().nullable().describe('Null for a workflow without one.'),
  enabled: z.boolean(),
  name: z.string().describe('Who posts, as runs and the audit log name it.'),
  signature: webhookSignatureSchema,
  hasSecret: z.boolean().describe('The secret itself is never answered.'),
  idHeader: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  bodyFields: z
    .array(bodyFieldSchema)
    .describe('What bodies had so far: names and types, no values.'),
  previousUntil: instant.nullable().describe('Until when the address before this one works.'),
})
export type WebhookTriggerView = z.infer<typeof webhookTriggerSchema>

const changeSchema = z.strictObject({
  enabled: z.boolean().default(true),
  name: z.string().trim().min(1).max(60).default('Webhook'),
  signature: webhookSignatureSchema.default({ scheme: 'none', header: null }),
  secret: z
    .string()
    .min(8)
    .max(500)
    .optional()
    .describe('Left out: the one that is there stays, as long as the way of signing does.'),
  idHeader: headerNameSchema
    .nullable()
    .default(null)
    .describe('The header with the id of a delivery, such as X-GitHub-Delivery.'),
  fields: z
    .record(z.string().min(1).max(100), z.string().min(1).max(200))
    .default({})
    .describe('Where in the body the value of a start field is: its keys, joined by dots.'),
})
export type WebhookTriggerChange = z.output<typeof changeSchema>

const example = {
  address: 'https://rounds.example.com/api/v2/hooks/workflows/Zm9yIGV4YW1wbGU',
  enabled: true,
  name: 'Intake forms',
  signature: { scheme: 'body' as const, header: 'x-signature' },
  hasSecret: true,
  idHeader: null,
  fields: { patientName: 'patient.name' },
  bodyFields: [{ path: 'patient.name', type: 'text' as const }],
  previousUntil: null,
}
const trigger = { description: 'The address and what it asks for.', schema: webhookTriggerSchema }

export const getWebhookTriggerContract = contract({
  id: 'getWebhookTrigger',
  method: 'GET',
  path: '/api/v2/workflows/{id}/webhook-trigger',
  summary: 'Read the webhook that starts a workflow',
  tag: 'Webhooks',
  params: workflowId,
  returns: { 200: trigger },
  errorStatuses: [404],
  examples: { response: example },
})

export const setWebhookTriggerContract = contract({
  id: 'setWebhookTrigger',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/webhook-trigger',
  summary: 'Give a workflow a webhook, or change it',
  description:
    'The first time it makes an address that nobody can guess. What is posted there becomes the ' +
    'start data of the published version. Signatures are HMAC-SHA256: `body` of the body, in the ' +
    'header that you name, as hex (also after `sha256=`) or Base64; `timestamp` of `<t>.<body>`, ' +
    'in a header like `t=…,v1=…`; `standard` by Standard Webhooks.',
  tag: 'Webhooks',
  params: workflowId,
  body: changeSchema,
  returns: { 200: trigger },
  errorStatuses: [403, 404],
  examples: {
    request: {
      enabled: true,
      name: example.name,
      signature: example.signature,
      secret: 'a secret of both sides',
      fields: example.fields,
    },
    response: example,
  },
})

export const rotateWebhookTriggerContract = contract({
  id: 'rotateWebhookTrigger',
  method: 'POST',
  path: '/api/v2/workflows/{id}/webhook-trigger/rotate',
  summary: 'Give a workflow another webhook address',
  description: 'With `keepOld` the old one works for another 24 hours; else it ends now.',
  tag: 'Webhooks',
  params: workflowId,
  body: z.strictObject({ keepOld: z.boolean().default(false) }),
  bodyOptional: true,
  returns: { 200: trigger },
  errorStatuses: [403, 404],
  examples: { request: { keepOld: true }, response: example },
})

const deliverySchema = z.object({
  id: z.uuid(),
  receivedAt: instant,
  status: z.int().describe('The HTTP status of the answer.'),
  reason: webhookReasonSchema.nullable().describe('Why it started nothing.'),
  runId: z.uuid().nullable(),
  size: z.int().describe('Bytes of the body.'),
  repeats: z.int().describe('How often the same delivery came again and was answered the same.'),
  repeatedAt: instant.nullable(),
})
export type WebhookDeliveryView = z.infer<typeof deliverySchema>

export const listWebhookDeliveriesContract = contract({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/v2/workflows/{id}/webhook-trigger/deliveries',
  summary: 'List what was posted to the webhook of a workflow, newest first',
  description:
    'When it came, how it was answered and why, without what it said: of the last 30 days, and of ' +
    'those that were refused the last 50.',
  tag: 'Webhooks',
  params: workflowId,
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page of deliveries.', schema: pageOf(deliverySchema) } },
  errorStatuses: [404],
})

const tokenParams = z.strictObject({ token: z.string().min(1).max(128) })

export const receiveWebhookContract = contract({
  id: 'receiveWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/workflows/{token}',
  summary: 'For other systems: start a workflow by its webhook',
  description:
    'Takes any JSON, or form fields (`application/x-www-form-urlencoded`), of at most 1 MB: the ' +
    'start data of the published version. What is no object becomes the field `body`. A delivery ' +
    'with the same id (the header that the workflow names, `webhook-id` or `Idempotency-Key`) is ' +
    'answered with the same run for 30 days; without an id each call starts one. 404: no such ' +
    'address, or it is off. 401: the signature is missing, wrong or old. 409: the workflow is ' +
    'paused or not published, or the id was used with another body. 422: the start form does not ' +
    'take it. A challenge is answered 200 with itself as text/plain, and starts nothing: that of a ' +
    'body `{"type": "url_verification", "challenge": "…"}`, and `validationToken` without a body.',
  tag: 'Webhooks',
  auth: 'public',
  params: tokenParams,
  query: z.strictObject({
    validationToken: webhookChallengeSchema
      .optional()
      .describe('Told back where there is no body, as Microsoft Graph asks for.'),
  }),
  headers: {
    'idempotency-key': 'The id of the delivery, where the sender has no header of its own.',
    'webhook-id': 'The id of the delivery by Standard Webhooks.',
  },
  returns: {
    202: { description: 'Accepted; the run.', schema: z.object({ runId: z.uuid() }) },
  },
  errorStatuses: [401, 404, 409, 413, 415, 422, 429, 503],
  examples: { response: { runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d002' } },
})

const besideChallenge = z
  .string()
  .max(2000)
  .optional()
  .describe('Comes with a challenge, and is not read.')

export const checkWebhookAddressContract = contract({
  id: 'checkWebhookAddress',
  method: 'GET',
  path: '/api/v2/hooks/workflows/{token}',
  summary: 'For other systems: look whether an address is that of a webhook',
  description: 'It starts nothing. A challenge is answered with itself as text/plain.',
  tag: 'Webhooks',
  auth: 'public',
  params: tokenParams,
  query: z.strictObject({
    'hub.challenge': webhookChallengeSchema
      .optional()
      .describe('Told back, as Meta and WebSub ask for.'),
    'hub.mode': besideChallenge,
    'hub.topic': besideChallenge,
    'hub.lease_seconds': besideChallenge,
    'hub.verify_token': besideChallenge,
  }),
  returns: { 200: { description: 'It is.', schema: z.object({ message: z.string() }) } },
  errorStatuses: [404, 429],
})
