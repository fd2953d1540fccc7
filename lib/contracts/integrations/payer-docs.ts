import { z } from 'zod'
import { payerCriteriaSchema, payerDocumentSchema } from '#lib/domain/provider/payer-document'
import { contract } from '../contract.ts'

const slug = z.string().min(1).max(200)

/** Specification 2.4 and 4.1. */
export const searchPayerDocumentsContract = contract({
  id: 'searchPayerDocuments',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/integrations/payer-docs/{slug}/archive/searchdocs',
  summary: 'Search documents in a payer document archive',
  description:
    'The body is an array of 1 to 50 criteria, written exactly `Key` and `Value`; ' +
    'a document must match all of them. Which keys there are is the archive’s; ' +
    'one that it does not know is 400, naming those it has. At most 1,000 documents are ' +
    'answered: more is 400 `result_too_large`. The connection `sandbox` knows DocumentId, ' +
    'DocumentType, PatientId, PatientName, MemberId, PayerId, PayerName, ' +
    'ClaimNumber, CheckNumber, AuthorizationNumber, ServiceDate and ReceivedDate; ' +
    'in its values `*` stands for anything.',
  tag: 'Integrations',
  params: z.strictObject({ slug }),
  body: payerCriteriaSchema,
  returns: {
    200: {
      description: 'All documents that match.',
      schema: z.array(payerDocumentSchema),
    },
  },
  errorStatuses: [404, 409, 413, 415, 429, 502, 504],
  examples: {
    params: { slug: 'sandbox' },
    request: [
      { Key: 'PatientId', Value: 'EMR-1001' },
      { Key: 'DocumentType', Value: 'Explanation of Benefits' },
    ],
    response: [
      {
        documentId: 'PD-100001',
        documentType: 'Explanation of Benefits',
        fileName: 'eob-PD-100001.pdf',
        mimeType: 'application/pdf',
        receivedDate: '2026-01-10',
        keys: [
          { Key: 'PatientId', Value: 'EMR-1001' },
          { Key: 'MemberId', Value: 'MBR500001' },
        ],
      },
    ],
  },
})

export const getPayerDocumentContract = contract({
  id: 'getPayerDocument',
  method: 'GET',
  path: '/api/v2/integrations/payer-docs/{slug}/archive/documents/{documentId}',
  summary: 'Download a document of a payer document archive',
  description: 'The `documentId` of a search. At most 50 MB.',
  tag: 'Integrations',
  params: z.strictObject({ slug, documentId: z.string().min(1).max(500) }),
  returns: {
    200: { description: 'The bytes, as an attachment.', contentType: 'application/octet-stream' },
  },
  errorStatuses: [404, 409, 429, 502, 504],
  examples: { params: { slug: 'sandbox', documentId: 'PD-100001' } },
})
