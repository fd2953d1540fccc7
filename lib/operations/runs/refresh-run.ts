import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { can, type Actor } from '#lib/auth/actor'
import { presentActor } from '#lib/auth/still-allowed'
import type { RunPage } from '#lib/contracts/runs/runs'
import { ApiError } from '#lib/domain/api-error'
import { requireRun } from '../access/access-sql.ts'
import { getRunPageOrThrow } from './run-page.ts'
import { withVisibleLinks } from './visible-links.ts'

/**
 * For a live view: reads the run when it has changed since revision `seen`. Checks again that its
 * reader may see it, and reads the tasks only after a change. Writes no audit entry, because the
 * opening of the view wrote one.
 */
export async function refreshRun(
  actor: Actor,
  runId: string,
  seen: number,
): Promise<RunPage | undefined> {
  const present = await presentActor(actor)
  if (!present || !can(present, 'runs:read'))
    throw new ApiError('unauthorized', 'Your session has ended. Sign in again.')
  const page = await inOrganization(actor.organizationId, async (tx) => {
    const [run] = await tx.select({ revision: runs.revision }).from(runs).where(eq(runs.id, runId))
    if (run) await requireRun(tx, present, runId)
    if (!run) throw ApiError.notFound('run', runId)
    return run.revision > seen ? await getRunPageOrThrow(tx, runId) : undefined
  })
  return page && (await withVisibleLinks(present, page))
}
