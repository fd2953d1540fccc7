import { z } from 'zod'

const records = z.array(z.record(z.string(), z.unknown()))

/** Lists of a bank sync; what stands in them passes through as the provider gives it. */
export const bankChangesFields = {
  transactions: records.meta({ title: 'Transactions', description: 'New since the cursor.' }),
  modified: records.meta({ title: 'Modified', description: 'Changed since the cursor, whole.' }),
  removed: records.meta({ title: 'Removed', description: 'No longer there: their ids.' }),
}

/** One page of a bank sync (specification 2.2). */
export const bankPageSchema = z.object({ ...bankChangesFields, hasMore: z.boolean(), nextCursor: z.string() })
export type BankPage = z.infer<typeof bankPageSchema>
