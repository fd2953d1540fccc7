import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { workflowVersions } from '#db/schema/workflows'
import type { WorkflowVersionSummary } from '#lib/contracts/workflows'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { getWorkflowOrThrow } from './find-workflow.ts'
import { versionSummary } from './version-view.ts'

const { definition: _definition, ...columns } = getTableColumns(workflowVersions)

/** The published versions of a workflow, newest first, without their definitions. */
export const listVersions = defineOperation<
  { id: string } & PageQuery,
  Page<WorkflowVersionSummary>
>({
  name: 'listVersions',
  permission: 'workflows:read',
  async run({ input, tx }) {
    const workflow = await getWorkflowOrThrow(tx, input.id)
    const after = Number(decodeCursor(input.cursor, 1)?.[0] ?? Number.MAX_SAFE_INTEGER)
    const rows = await tx
      .select(columns)
      .from(workflowVersions)
      .where(
        and(
          eq(workflowVersions.workflowId, workflow.id),
          lt(workflowVersions.number, Math.min(Number.isInteger(after) ? after : 0, 2_147_483_647)),
        ),
      )
      .orderBy(desc(workflowVersions.number))
      .limit(input.limit + 1)
    return pageOfRows(
      rows,
      input.limit,
      (row) => [row.number],
      (row) => versionSummary(row, workflow.publishedVersionId),
    )
  },
})
