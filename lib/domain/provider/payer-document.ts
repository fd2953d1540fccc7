import { z } from 'zod'

/** One criterion of a search (specification 2.4); the capitalization of the two names is exact. */
export const payerCriterionSchema = z.strictObject({
  Key: z
    .string()
    .trim()
    .min(1, 'Name the key to search by.')
    .max(100)
    .meta({ title: 'Key', description: 'What to search by, for example MemberId.' }),
  Value: z
    .string()
    .trim()
    .min(1, 'Give the value to search for.')
    .max(500)
    .meta({ title: 'Value', description: 'What it must be.' }),
})
export type PayerCriterion = z.output<typeof payerCriterionSchema>

export const payerCriteriaSchema = z
  .array(payerCriterionSchema)
  .min(1, 'Give at least one criterion.')
  .max(50, 'Give at most 50 criteria.')

/** `receivedDate` is `YYYY-MM-DD`; `keys` are the archive's search keys of the document. */
export const payerDocumentSchema = z.object({
  documentId: z.string(),
  documentType: z.string().nullable(),
  fileName: z.string(),
  mimeType: z.string(),
  receivedDate: z.string().nullable(),
  keys: z.array(z.object({ Key: z.string(), Value: z.string() })),
})
export type PayerDocument = z.output<typeof payerDocumentSchema>
