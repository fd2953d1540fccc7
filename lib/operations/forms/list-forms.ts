import { and, asc, eq, sql } from 'drizzle-orm'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { FormSummary } from '#lib/contracts/forms'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'

/** Published workflows whose start form asks for something, by name. */
export const listForms = defineOperation<PageQuery, Page<FormSummary>>({
  name: 'listForms',
  permission: 'forms:submit',
  async run({ actor, input, tx }) {
    if (actor.kind === 'public')
      throw new ApiError('forbidden', 'A shared link opens one form only.')
    const after = decodeCursor(input.cursor, 2)
    const rows = await tx
      .select({
        slug: workflows.slug,
        workflowId: workflows.id,
        title: workflows.name,
        description: workflows.description,
        public: workflows.formPublic,
      })
      .from(workflows)
      .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
      .where(
        and(
          sql`json_typeof(${workflowVersions.definition}->'startData'->'properties') = 'object'`,
          sql`(${workflowVersions.definition}->'startData'->'properties')::jsonb <> '{}'::jsonb`,
          after
            ? sql`(${workflows.name}, ${workflows.slug}) > (${after[0]}, ${after[1]})`
            : undefined,
        ),
      )
      .orderBy(asc(workflows.name), asc(workflows.slug))
      .limit(input.limit + 1)
    return pageOfRows(
      rows,
      input.limit,
      (row) => [row.title, row.slug],
      (row) => row,
    )
  },
})
