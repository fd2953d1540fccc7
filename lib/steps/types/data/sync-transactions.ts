import { z } from 'zod'
import { bankChangesFields, bankHistoryField } from '#lib/domain/provider/bank-page'
import { syncToEnd } from '#lib/integrations/bank/sync-to-end'
import { defineStep, done, StepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

/** A bank that was just linked collects its history for minutes; a later attempt finds it. */
const notReady = () =>
  new StepError(
    'bank_not_ready',
    'The bank is still collecting the transactions of this account. Try again in a few minutes.',
    {},
    60,
  )

export default defineStep({
  type: 'sync-transactions',
  version: 1,
  title: 'Sync transactions',
  description: 'Reads what changed in a bank feed since the last time.',
  category: 'Data',
  icon: 'landmark',
  says: ['{connection:connection}'],
  effect: 'read',
  connection: 'bank',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The bank feed to read.' }),
    // An expression that finds nothing is null.
    cursor: z
      .preprocess((cursor) => cursor ?? '', z.string().max(2000))
      .optional()
      .meta({
        title: 'Cursor',
        description: 'The next cursor of the last sync. Left out or empty: everything there is.',
      }),
    toEnd: z.boolean().default(true).meta({
      title: 'Read to the end',
      description:
        'Reads all pages; begins again when the data changes meanwhile. Otherwise one page.',
    }),
    maxPages: z.int().min(1).max(1000).default(100).meta({
      title: 'Most pages',
      description:
        'Stops after so many pages; “more” is then true, and the next cursor goes on from there.',
    }),
  }),
  output: z.object({
    ...bankChangesFields,
    nextCursor: z
      .string()
      .meta({ title: 'Next cursor', description: 'Where the next sync goes on.' }),
    hasMore: z.boolean().meta({ title: 'More', description: 'There are pages left.' }),
    history: bankHistoryField,
    pages: z.int().meta({ title: 'Pages', description: 'How many were read.' }),
    restarts: z.int().meta({
      title: 'Restarts',
      description: 'How often the reading began again because the data changed.',
    }),
    fromBeginning: z.boolean().meta({
      title: 'From the beginning',
      description:
        'The feed no longer took the cursor: the transactions are everything there is, ' +
        'and what is not among them is gone.',
    }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' } },
  retry: { maxAttempts: 4, delaySeconds: 5, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'Everything since the last sync',
      config: { connection: 'sandbox', cursor: { $: 'start.cursor' } },
    },
  ],
  async execute({ config: { cursor = '', toEnd, maxPages }, connection, signal }) {
    const pageLimit = toEnd ? maxPages : 1
    const read = await fromProvider(syncToEnd(connection, cursor, pageLimit, signal))
    // An empty list would mean "no transactions", and a reconciliation would close on it.
    if (read.history === 'not-ready') throw notReady()
    return done(read)
  },
})
