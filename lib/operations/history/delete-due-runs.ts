import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import { log } from '#lib/log'
import { auditDeletion } from './audit-deletion.ts'
import { isDue, retentionDays } from './retention-days.ts'
import { removeBytes } from './remove-bytes.ts'

const batch = 500

type Due = { organizationId: string; workflowId: string; name: string; days: number; ids: string[] }

async function dueRuns(): Promise<Due[]> {
  const { rows } = await engineDb().execute<Due>(sql`
    select kept.organization_id as "organizationId", kept.id as "workflowId", kept.name, kept.days,
    due.ids from ${retentionDays} kept
    cross join lateral (select array_agg(id) as ids from (
      select runs.id from runs where workflow_id = kept.id
        and runs.id < run_id_at(now() - make_interval(days => kept.days)) and ${isDue}
      order by runs.id limit ${batch}) found) due
    where kept.days is not null and due.ids is not null`)
  return rows
}

/**
 * Deletes a batch of the oldest due runs of each workflow, with an audit entry for each workflow.
 * Answers whether there may be more.
 */
export async function deleteDueRuns(): Promise<boolean> {
  let more = false
  for (const { ids, ...due } of await dueRuns()) {
    const { deleted, ...bytes } = await engineDb().transaction(async (tx) => {
      const gone = await deleteRuns(tx, due.organizationId, ids)
      if (gone.deleted > 0) await auditDeletion(tx, { ...due, runs: gone.deleted })
      return gone
    })
    await removeBytes(bytes)
    if (deleted > 0)
      log.info({ workflowId: due.workflowId, deleted, days: due.days }, 'ended runs were deleted')
    more ||= deleted > 0 && ids.length === batch
  }
  return more
}
