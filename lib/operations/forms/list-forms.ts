import { and, asc, eq, sql } from 'drizzle-orm'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { FormSummary } from '#lib/contracts/workflows/forms'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { startableWorkflows, whereTable } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'

/** Lists published workflows whose start form has fields, by name. */
export const listForms = defineOperation<PageQuery, Page<FormSummary>>({
  name: 'listForms',
  permission: 'forms:submit',
  async run({ actor, input, tx }) {
    if (actor.kind === 'public')
      throw new ApiError('forbidden', 'A shared link opens one form only.')
    const { name, slug } = workflows
    const startData = sql`${workflowVersions.definition}->'startData'->'properties'`
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.text],
      rows: (after, count) =>
        tx
          .select({
            slug,
            workflowId: workflows.id,
            title: name,
            description: workflows.description,
            public: workflows.formPublic,
          })
          .from(workflows)
          .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.publishedVersionId))
          .where(
            and(
              whereTable(startableWorkflows(actor)),
              sql`json_typeof(${startData}) = 'object'`,
              sql`(${startData})::jsonb <> '{}'::jsonb`,
              after && sql`(${name}, ${slug}) > (${after[0]}, ${after[1]})`,
            ),
          )
          .orderBy(asc(name), asc(slug))
          .limit(count),
      keyOf: (row) => [row.title, row.slug],
      view: (row) => row,
    })
  },
})
