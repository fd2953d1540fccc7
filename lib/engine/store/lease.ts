import type pg from 'pg'
import type { LeasedRun } from '../model/run.ts'
import { faultPoint } from './fault-points.ts'
import { loadValue } from './payloads.ts'

const isSuspect = 'exists (select from suspect_runs where run_id = taken.id)'

/**
 * The columns of a `LeasedRun` for a run that the statement calls `taken`. `of` gives the columns
 * that a run of a loop's body has from the run around it.
 */
const columnsOf = (of: (column: string) => string, suspect = isSuspect): string => `
  taken.id, taken.organization_id as "organizationId", taken.workflow_id as "workflowId",
    workflows.name as "workflowName", organizations.time_zone as "organizationTimeZone",
    taken.version_id as "versionId", taken.depth, taken.sandbox, taken.held, taken.loop,
    taken.active_ms::float8 as "activeMs", taken.unwritten,
    taken.parent_run_id is not null as "isChild", taken.slot is not null as limited,
    ${suspect} as suspect, ${of('id')} as "scopeId",
    ${of('draft_definition')} as "draftDefinition", ${of('trigger')} as trigger,
    ${of('start_data')} as "startData", ${of('start_ref')} as "startRef",
    ${of('created_at')} as "createdAt", ${of('planned_at')} as "plannedAt",
    taken.lease_epoch::float8 as epoch, taken.revision::float8 as revision`

/** Needs `leasedRunJoins`. */
export const leasedRunColumns = columnsOf(
  (column) => `case when scope.id is null then taken.${column} else scope.${column} end`,
)

/** The same for a run that is not of a loop's body, without a join to the run around it. */
export const plainRunColumns = columnsOf((column) => `taken.${column}`)

/** Of a run that has ended, which nobody suspects; also for roles that do not see who is suspected. */
export const endedRunColumns = columnsOf((column) => `taken.${column}`, 'false')

export const leasedRunJoins = `
  left join runs scope on scope.id = taken.scope_run_id
  join workflows on workflows.id = taken.workflow_id
  join organizations on organizations.id = taken.organization_id`

/**
 * A run of a paused workflow is not leased: it is parked until the workflow is resumed. A run that
 * waits for its slot is left unchanged.
 */
const leaseSql = `
  with parking as (
    update runs set parked = true, status = 'suspended', revision = revision + 1
    where id = $1 and status in ('running', 'suspended') and lease_worker is null and not parked
      and exists (select from workflows where workflows.id = workflow_id
        and paused_at is not null)),
  taken as (
    update runs set lease_epoch = lease_epoch + 1, lease_worker = $2, status = 'running',
    revision = revision + 1
    where id = $1 and status in ('running', 'suspended') and not parked
      and slot is distinct from 'waiting'
      and exists (select from workflows where workflows.id = workflow_id and paused_at is null)
      and (lease_worker is null or lease_worker = $2
        or not exists (select from workers where workers.id = runs.lease_worker))
    returning *)
  select ${leasedRunColumns} from taken ${leasedRunJoins}`

/**
 * Takes the lease, unless the run has ended or another living worker has it. Raises the epoch, so
 * that writes under an earlier lease change nothing.
 */
export async function takeLease(
  pool: pg.Pool,
  runId: string,
  workerId: string,
): Promise<LeasedRun | undefined> {
  faultPoint('before-lease')
  const { rows } = await pool.query<LeasedRun & { startRef: string | null }>({
    name: 'take-lease',
    text: leaseSql,
    values: [runId, workerId],
  })
  faultPoint('after-lease')
  if (!rows[0]) return undefined
  const { startRef, ...run } = rows[0]
  return { ...run, ...(await loadLargeFields(pool, rows[0])), leased: true, start: null }
}

/**
 * Loads the fields of a run that may be offloaded: its start data, and the items of a loop's body.
 */
export async function loadLargeFields(
  asks: Parameters<typeof loadValue>[0],
  {
    id,
    scopeId,
    startData,
    startRef,
    loop,
  }: Pick<LeasedRun, 'id' | 'scopeId' | 'startData' | 'loop'> & { startRef: string | null },
): Promise<Pick<LeasedRun, 'startData' | 'loop'>> {
  const items =
    loop?.itemsRef === undefined
      ? undefined
      : ((await loadValue(asks, id, null, loop.itemsRef)) as unknown[])
  return {
    startData: await loadValue(asks, scopeId, startData, startRef),
    loop: loop && items ? { ...loop, items } : loop,
  }
}
