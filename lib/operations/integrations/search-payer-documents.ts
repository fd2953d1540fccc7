import type { PayerCriterion, PayerDocument } from '#lib/domain/provider/payer-document'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

/** Specification 4.1: searches the documents of the named payer archive. */
export const searchPayerDocuments = defineOutsideOperation<
  { slug: string; criteria: PayerCriterion[] },
  PayerDocument[]
>({
  name: 'searchPayerDocuments',
  permission: 'integrations:call',
  audit: ({ input, output }) => ({
    action: 'payer-docs.searched',
    objectKind: 'connection',
    objectId: input.slug,
    details: { found: output.length },
  }),
  async run({ actor, input: { slug, criteria }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'payer-docs', slug, info)
    return await port.searchDocuments(criteria, signal)
  },
})
