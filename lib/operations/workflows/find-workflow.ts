import { eq } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { formerSlugs, workflows } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'

export type WorkflowRow = typeof workflows.$inferSelect

/**
 * By id, by slug, or by a slug that it had before; row-level security keeps other organizations'
 * workflows out. Throws 404.
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
