import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { patientKeysFor } from '#lib/domain/run/patient-key'
import { isUuid } from '#lib/ids'
import { caseOfRun } from '../comments/case-of-run.ts'

/** Before the id of a run: its patient is meant, and no address has the number of a patient. */
const ofRun = 'run:'

/** The number of the patient of a run that the caller sees; null: it has none. Throws 404. */
export async function patientKeyOfRun(tx: Tx, actor: Actor, runId: string): Promise<string | null> {
  const caseId = await caseOfRun(tx, actor, runId)
  const [row] = await tx
    .select({ patientKey: runs.patientKey })
    .from(runs)
    .where(eq(runs.id, caseId))
  return row?.patientKey ?? null
}

/**
 * The numbers that a filter means: a number as people write it, or `run:<id>` for the patient of
 * that run. None: nobody has such a number. Throws 404 for a run that the caller does not see.
 */
export async function patientKeysOf(tx: Tx, actor: Actor, filter: string): Promise<string[]> {
  const runId = filter.startsWith(ofRun) ? filter.slice(ofRun.length) : ''
  if (!isUuid(runId)) return patientKeysFor(filter)
  const key = await patientKeyOfRun(tx, actor, runId)
  return key === null ? [] : [key]
}

/** The runs of one of these patients, as their index has them. Items of loops have no number. */
export const isOfPatient = (actor: Actor, keys: readonly string[]): SQL | undefined =>
  keys.length === 0
    ? sql`false`
    : and(
        eq(runs.organizationId, actor.organizationId),
        inArray(runs.patientKey, [...keys]),
        isNull(runs.loop),
      )

/** The same and the items of their loops, as a select of ids. */
export const runsOfPatient = (actor: Actor, keys: readonly string[]): SQL => sql`(
  with of_patient as materialized (
    select ${runs.id} from ${runs} where ${isOfPatient(actor, keys)})
  select id from of_patient
  union all select item.id from ${runs} item join of_patient on item.scope_run_id = of_patient.id)`
