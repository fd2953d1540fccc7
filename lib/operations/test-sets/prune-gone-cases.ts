import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { writeAuditEntry } from '#db/write-audit'
import { staysInCell } from '#db/goes-on-here'
import { goneDays } from '#lib/domain/ask/test-set'
import { log } from '#lib/log'
import { removeBytes } from '../history/remove-bytes.ts'

const batch = 100

type Gone = { id: string; organizationId: string; workflowId: string; stepId: string }

/**
 * Deletes the cases of steps that have been gone from their draft for long, with their files, and
 * the trials of those steps. Answers whether there may be more.
 */
export async function pruneGoneCases(): Promise<boolean> {
  const { cases, keys } = await engineDb().transaction(async (tx) => {
    const { rows } = await tx.execute<Gone>(sql`
      delete from test_cases where id in (
        select id from test_cases where gone_since < now() - make_interval(days => ${goneDays}) and ${staysInCell}
        order by gone_since limit ${batch} for update skip locked)
      returning id, organization_id as "organizationId", workflow_id as "workflowId",
        step_id as "stepId"`)
    if (rows.length === 0) return { cases: 0, keys: [] }
    const ids = rows.map(({ id }) => id)
    const { rows: deleted } = await tx.execute<{ key: string }>(sql`
      delete from files where test_case_id = any(${sql.param(ids)}::uuid[])
      returning storage_key as key`)
    const steps = new Map(rows.map((row) => [`${row.workflowId} ${row.stepId}`, row]))
    for (const { organizationId, workflowId, stepId } of steps.values()) {
      await tx.execute(
        sql`delete from trials where workflow_id = ${workflowId} and step_id = ${stepId}`,
      )
      await writeAuditEntry(tx, {
        organizationId,
        actor: { kind: 'engine', id: 'retention', name: 'Retention' },
        action: 'test_set.deleted',
        objectKind: 'workflow',
        objectId: workflowId,
        details: {
          stepId,
          cases: rows.filter((row) => row.workflowId === workflowId && row.stepId === stepId)
            .length,
        },
      })
    }
    return { cases: rows.length, keys: deleted.map(({ key }) => key) }
  })
  await removeBytes({ storageKeys: keys, payloadRuns: [] })
  if (cases > 0) log.info({ cases }, 'test cases of steps that are gone were deleted')
  return cases === batch
}
