import { z } from 'zod'
import { contract } from '../contract.ts'

export const readOpenApiContract = contract({
  id: 'readOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This reference as an OpenAPI 3.1 document',
  tag: 'Reference',
  auth: 'public',
  returns: { 200: { description: 'The document.', schema: z.record(z.string(), z.unknown()) } },
})
