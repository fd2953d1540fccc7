import { asc, eq, gt } from 'drizzle-orm'
import { files, policies } from '#db/schema/documents'
import type { PolicySummary } from '#lib/contracts/policies'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { policyColumns, policySummary } from './find-policy.ts'

export const listPolicies = defineOperation<PageQuery, Page<PolicySummary>>({
  name: 'listPolicies',
  permission: 'policies:read',
  async run({ input, tx }) {
    const after = decodeCursor(input.cursor, 1)?.[0]
    const rows = await tx
      .select(policyColumns)
      .from(policies)
      .leftJoin(files, eq(files.id, policies.fileId))
      .where(after === undefined ? undefined : gt(policies.id, after))
      .orderBy(asc(policies.id))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.id], policySummary)
  },
})
