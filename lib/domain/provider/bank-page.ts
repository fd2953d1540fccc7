import { z } from 'zod'

const records = z.array(z.record(z.string(), z.unknown()))

/** The lists of a bank sync; their records are passed on as the provider sends them. */
export const bankChangesFields = {
  transactions: records.meta({ title: 'Transactions', description: 'New since the cursor.' }),
  modified: records.meta({ title: 'Modified', description: 'Changed since the cursor, whole.' }),
  removed: records.meta({ title: 'Removed', description: 'No longer there: their ids.' }),
}

/** How much of the account's history the feed has collected, if it says so. */
export const bankHistoryField = z
  .enum(['not-ready', 'recent', 'complete'])
  .optional()
  .meta({
    title: 'History',
    description:
      'not-ready: nothing is collected yet, so an empty answer says nothing; recent: the last ' +
      'days only; complete. Left out where the feed does not say.',
  })

/** One page of a bank sync (specification 2.2). */
export const bankPageSchema = z.object({
  ...bankChangesFields,
  hasMore: z.boolean(),
  nextCursor: z.string(),
  history: bankHistoryField,
})
export type BankPage = z.infer<typeof bankPageSchema>
