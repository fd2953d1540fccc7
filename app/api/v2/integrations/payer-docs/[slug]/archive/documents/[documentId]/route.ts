import { getPayerDocumentContract } from '#lib/contracts/payer-docs'
import { fileResponse } from '#lib/http/file-response'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getPayerDocument } from '#lib/operations/integrations/get-payer-document'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getPayerDocumentContract, getPayerDocument, { respond: fileResponse }) })
