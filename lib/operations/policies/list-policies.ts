import { asc, eq, gt } from 'drizzle-orm'
import { files, policies } from '#db/schema/documents'
import type { PolicySummary } from '#lib/contracts/data/policies'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { policyColumns, policySummary } from './find-policy.ts'

export const listPolicies = defineOperation<PageQuery, Page<PolicySummary>>({
  name: 'listPolicies',
  permission: 'policies:read',
  async run({ input, tx }) {
    return await keysetPage(input, {
      shape: [cursorValue.text],
      rows: (after, count) =>
        tx
          .select(policyColumns)
          .from(policies)
          .leftJoin(files, eq(files.id, policies.fileId))
          .where(after && gt(policies.id, after[0]))
          .orderBy(asc(policies.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: policySummary,
    })
  },
})
