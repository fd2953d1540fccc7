import { eq } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Tx } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'

export type WorkflowRow = typeof workflows.$inferSelect

/** By id or by slug; row-level security keeps other organizations' workflows out. Throws 404. */
export async function getWorkflowOrThrow(tx: Tx, idOrSlug: string, options: { lock?: true } = {}): Promise<WorkflowRow> {
  const query = tx
    .select()
    .from(workflows)
    .where(isUuid(idOrSlug) ? eq(workflows.id, idOrSlug.toLowerCase()) : eq(workflows.slug, idOrSlug))
  const [row] = await (options.lock ? query.for('update') : query)
  if (!row) throw ApiError.notFound('workflow', idOrSlug)
  return row
}
