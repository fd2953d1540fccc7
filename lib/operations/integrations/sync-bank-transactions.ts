import type { BankPage } from '#lib/domain/provider/bank-page'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

/** Specification 4.1: one page of what changed in the named bank connection since the cursor. */
export const syncBankTransactions = defineOutsideOperation<
  { slug: string; cursor?: string | null | undefined },
  BankPage
>({
  name: 'syncBankTransactions',
  permission: 'integrations:call',
  audit: ({ input, output: { transactions, modified, removed } }) => ({
    action: 'bank.transactions-synced',
    objectKind: 'connection',
    objectId: input.slug,
    details: { added: transactions.length, modified: modified.length, removed: removed.length },
  }),
  async run({ actor, input: { slug, cursor }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'bank', slug, info)
    return await port.syncPage(cursor ?? '', signal)
  },
})
