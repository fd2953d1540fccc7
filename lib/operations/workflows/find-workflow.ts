import { eq } from 'drizzle-orm'
import { isUuid } from '#lib/ids'
import type { Tx } from '#db/client'
import { formerSlugs, workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Verb } from '#lib/domain/access/rules'
import { ApiError } from '#lib/domain/api-error'
import { requireWorkflow } from '#lib/operations/access/scope-of'

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

/**
 * Finds a workflow for a caller. Throws 404 also when the access rules hide it from them, and 403
 * when they may not do `verb` with it.
 */
export async function getWorkflowFor(
  tx: Tx,
  actor: Actor,
  idOrSlug: string,
  verb?: Verb,
  options: { lock?: true } = {},
): Promise<WorkflowRow> {
  const row = await getWorkflowOrThrow(tx, idOrSlug, options)
  requireWorkflow(actor, row, verb, { what: 'workflow', id: idOrSlug })
  return row
}
