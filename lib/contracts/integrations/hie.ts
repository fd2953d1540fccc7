import { z } from 'zod'
import {
  datesInOrder,
  datesOutOfOrder,
  documentsRequestFields,
  fhirRequestFields,
} from '#lib/domain/provider/hie'
import { contract } from '../contract.ts'

const params = z.strictObject({ patientId: z.string().trim().min(1, 'Name the patient.').max(200) })
const connection = z.string().min(1).max(200).optional()
const accepted = {
  202: {
    description:
      'The exchange is being asked. Its answer becomes the async result whose ' +
      'address is in `Location`.',
    schema: z.object({ asyncResultId: z.uuid() }),
  },
}
const headers = { 'idempotency-key': 'The same key and body within 24 hours ask once only.' }
const response = { asyncResultId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001' }
const errorStatuses = [404, 409, 413, 415]
const which =
  '`connection` is the slug of an HIE connection; it may be left out where there is only one.'

/** Specification 4.2. */
export const requestPatientFhirContract = contract({
  id: 'requestPatientFhir',
  method: 'POST',
  path: '/api/v2/hie/patient/{patientId}/fhir',
  summary: 'Ask a health information exchange for a patient’s FHIR data',
  description:
    `${which} The result is a FHIR Bundle, at most 16 MB. A patient that the exchange does not ` +
    'know makes the async result fail with `not_found`; after six hours without an answer it ' +
    'fails with `timed_out`.',
  tag: 'HIE',
  params,
  body: z.strictObject({ connection, ...fhirRequestFields }).refine(datesInOrder, datesOutOfOrder),
  bodyOptional: true,
  headers,
  returns: accepted,
  errorStatuses,
  examples: {
    params: { patientId: 'HIE-3001' },
    request: { resources: ['Condition', 'MedicationRequest'], dateFrom: '2026-01-01' },
    response,
  },
})

/** Specification 4.2. */
export const requestPatientDocumentsContract = contract({
  id: 'requestPatientDocuments',
  method: 'POST',
  path: '/api/v2/hie/patient/{patientId}/documents',
  summary: 'Ask a health information exchange for a patient’s documents',
  description:
    `${which} The result is \`{documents: [{id, fileName, mimeType, date, description, ` +
    'fileId}], errors: [{id, code, message}]}`; the bytes of each are a file (GET ' +
    '/api/v2/files/{fileId}/content), and `errors` names documents that could not be ' +
    'downloaded. At most 200 documents of 50 MB each.',
  tag: 'HIE',
  params,
  body: z
    .strictObject({ connection, ...documentsRequestFields })
    .refine(datesInOrder, datesOutOfOrder),
  bodyOptional: true,
  headers,
  returns: accepted,
  errorStatuses,
  examples: {
    params: { patientId: 'HIE-3001' },
    request: { mimeTypes: ['application/pdf'] },
    response,
  },
})

export const getHieWebhookContract = contract({
  id: 'getHieWebhook',
  method: 'GET',
  path: '/api/v2/hie/connections/{slug}/webhook',
  summary: 'Read the webhook address of an HIE connection',
  description:
    'Enter this address at the provider (for Metriport: Developers, Webhook URL), ' +
    'and the key that the provider shows in the connection. Without a webhook the provider is ' +
    'polled for results.',
  tag: 'HIE',
  params: z.strictObject({ slug: z.string().min(1).max(200) }),
  returns: { 200: { description: 'The address.', schema: z.object({ url: z.string() }) } },
  errorStatuses: [404],
  examples: { response: { url: 'https://rounds.example.com/api/v2/hooks/hie/Zm9yIGV4YW1wbGU' } },
})

export const receiveHieWebhookContract = contract({
  id: 'receiveHieWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/hie/{token}',
  summary: 'For providers: webhook of requests to a health information exchange',
  description:
    'The provider defines the body. Its signature is verified over the received bytes; ' +
    'a wrong one is 401 and nothing is read.',
  tag: 'HIE',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  returns: {
    200: {
      description: 'Accepted. A ping is answered as the provider expects.',
      schema: z.record(z.string(), z.unknown()),
    },
  },
  errorStatuses: [401, 404, 413],
  examples: { response: {} },
})
