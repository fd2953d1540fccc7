import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import type { RunPage } from '#lib/contracts/runs/runs'
import { seesAllRuns, visibleAmong } from '../access/access-sql.ts'

/**
 * The page of a run without the runs around it that its reader does not see: the run that started
 * it, those that it started, the one that it repeats, and the one that repeats it.
 */
export async function withVisibleLinks(actor: Actor, page: RunPage): Promise<RunPage> {
  const { parent, children, retriedFromRunId, retriedAs } = page
  const linked = [
    parent?.runId,
    retriedFromRunId,
    retriedAs,
    ...children.map(({ id }) => id),
  ].filter((id) => typeof id === 'string')
  if (linked.length === 0 || (seesAllRuns(actor) && !actor.sandbox)) return page
  const seen = await inOrganization(actor.organizationId, (tx) => visibleAmong(tx, actor, linked))
  return {
    ...page,
    parent: parent && seen.has(parent.runId) ? parent : null,
    retriedFromRunId: retriedFromRunId && seen.has(retriedFromRunId) ? retriedFromRunId : null,
    retriedAs: retriedAs && seen.has(retriedAs) ? retriedAs : null,
    children: children.filter(({ id }) => seen.has(id)),
  }
}
