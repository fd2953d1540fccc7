import { searchPayerDocumentsContract } from '#lib/contracts/payer-docs'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { searchPayerDocuments } from '#lib/operations/integrations/search-payer-documents'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(searchPayerDocumentsContract, searchPayerDocuments, { input: ({ params, body }) => ({ ...params, criteria: body }) }),
})
