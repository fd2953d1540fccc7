import { sql, type SQL } from 'drizzle-orm'
import { workflows } from '#db/schema/workflows'
import { cleanTags } from '#lib/domain/workflow/clean-tags'
import { visibleWorkflows, whereTable } from '#lib/operations/access/access-sql'
import { defineOperation } from '#lib/operations/define-operation'

/** The condition that a workflow has the tag, in upper or lower case. */
export const withTag = (tag: string): SQL =>
  sql`${cleanTags([tag])[0] ?? ''} = any(${workflows.tags})`

type Tags = { items: { tag: string; workflows: number }[] }

/** The tags of the workflows that the caller sees, by name. */
export const listWorkflowTags = defineOperation<object, Tags>({
  name: 'listWorkflowTags',
  permission: 'workflows:read',
  async run({ actor, tx }) {
    const tag = sql<string>`unnest(${workflows.tags})`
    const found = await tx
      .select({ tag: tag.as('tag'), workflows: sql<number>`count(*)::int` })
      .from(workflows)
      .where(whereTable(visibleWorkflows(actor)))
      .groupBy(sql`1`)
      .orderBy(sql`1`)
    return { items: found }
  },
})
