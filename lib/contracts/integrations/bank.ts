import { z } from 'zod'
import { bankPageSchema } from '#lib/domain/provider/bank-page'
import { contract } from '../contract.ts'

/** Specification 2.2 and 4.1. */
export const syncBankTransactionsContract = contract({
  id: 'syncBankTransactions',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/integrations/bank/transactions/sync',
  summary: 'Read one page of what changed in a bank feed',
  description:
    'Begin without a cursor. While `hasMore` is true, call again with `nextCursor`; ' +
    'keep the last one for the next sync. The transactions are as the bank feed gives them; ' +
    'apply all three lists by the transaction’s id. When the data changes while you read pages, ' +
    'the answer is 409: drop the pages since `details.restartCursor`, and read on from there ' +
    '(empty: from the beginning).',
  tag: 'Integrations',
  body: z.strictObject({
    slug: z
      .string()
      .min(1, 'Name the bank connection.')
      .max(200)
      .meta({ description: 'The bank connection.' }),
    cursor: z.string().max(2000).nullish().meta({
      description: 'The `nextCursor` of an earlier call; left out or empty: from the beginning.',
    }),
  }),
  returns: {
    200: {
      description: 'One page: new, changed and vanished transactions.',
      schema: bankPageSchema,
    },
  },
  errorStatuses: [404, 409, 413, 415, 429, 502, 504],
  examples: {
    request: { slug: 'sandbox', cursor: '' },
    response: {
      transactions: [
        {
          transaction_id: 'lPNjeW1nR6CDn5okmGQ6hEpMo4lLNoSrzqDje',
          account_id: 'BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp',
          amount: -1250.4,
          iso_currency_code: 'USD',
          date: '2026-03-06',
          name: 'HCCLAIMPMT NORTHWIND HEALTH PLAN',
          pending: false,
        },
      ],
      hasMore: false,
      nextCursor: 'WzEyMCwxNjIzODQwXQ',
      modified: [],
      removed: [
        {
          transaction_id: 'CmdQTNgems8BT1B7ibkoUXVPyAeehT3Tmzk0l',
          account_id: 'BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp',
        },
      ],
    },
  },
})
