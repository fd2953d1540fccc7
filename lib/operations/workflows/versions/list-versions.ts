import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { workflowVersions } from '#db/schema/workflows'
import type { WorkflowVersionSummary } from '#lib/contracts/workflows/workflows'
import type { Page, PageQuery } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { getWorkflowFor } from '../find-workflow.ts'
import { versionSummary } from './version-view.ts'

const { definition: _definition, ...columns } = getTableColumns(workflowVersions)

/** Lists the published versions of a workflow, newest first, without their definitions. */
export const listVersions = defineOperation<
  { id: string } & PageQuery,
  Page<WorkflowVersionSummary>
>({
  name: 'listVersions',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const { workflowId, number } = workflowVersions
    return await keysetPage(input, {
      shape: [cursorValue.integer],
      rows: (after, count) =>
        tx
          .select(columns)
          .from(workflowVersions)
          .where(and(eq(workflowId, workflow.id), after && lt(number, Number(after[0]))))
          .orderBy(desc(number))
          .limit(count),
      keyOf: (row) => [row.number],
      view: (row) => versionSummary(row, workflow.publishedVersionId),
    })
  },
})
