import { eq } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { formerSlugs, workflows } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'

export type WorkflowRow = typeof workflows.$inferSelect

/**
 * Finds a workflow by its id, its slug, or a former slug; row-level security excludes the workflows
 * of other organizations. Throws 404.
 */
export async function getWorkflowOrThrow(
  tx: Tx,
  idOrSlug: string,
  options: { lock?: true } = {},
): Promise<WorkflowRow> {
  const query = tx
    .select()
    .from(workflows)
    .where(
      isUuid(idOrSlug) ? eq(workflows.id, idOrSlug.toLowerCase()) : eq(workflows.slug, idOrSlug),
    )
  const [row] = await (options.lock ? query.for('update') : query)
  if (row) return row
  const [former] = isUuid(idOrSlug)
    ? []
    : await tx.select().from(formerSlugs).where(eq(formerSlugs.slug, idOrSlug))
  if (!former) throw ApiError.notFound('workflow', idOrSlug)
  return await getWorkflowOrThrow(tx, former.workflowId, options)
}
