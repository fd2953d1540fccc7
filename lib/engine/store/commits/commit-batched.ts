import pg from 'pg'
import { coalesced } from '#lib/coalesce'
import { isTerminalRun } from '#lib/domain/statuses'
import { markEndsNotified } from '../notify-runs.ts'
import type { Commit, LeasedRun } from '../../model/run.ts'
import type { StoredRun } from '../reads/stored-runs.ts'
import { changedTaskColumns, changedTaskValues } from './commit-statement.ts'
import type { offloadCommit } from './offload-commit.ts'
import { perPool } from '../per-pool.ts'
import { sendCommit } from './send-commit.ts'
import { newTaskColumns, newTaskValues, taskArrays } from './task-arrays.ts'

type Offloaded = Awaited<ReturnType<typeof offloadCommit>>
type SimpleCommit = { run: LeasedRun; commit: Commit; offloaded: Offloaded; workerId: string }
type Written = Pick<LeasedRun, 'epoch' | 'revision'> & { read?: StoredRun | undefined }

const maxTasks = 200

/**
 * Whether a commit writes only its run and tasks, as most do: computed steps with the end, the
 * intent of a call, its result with the next intent or with the end.
 */
export function isSimpleCommit(run: LeasedRun, commit: Commit, offloaded: Offloaded): boolean {
  const { run: ending, mail, named, awaited = [] } = commit
  const { changed, added, children, rows } = offloaded
  const ended = ending !== undefined && isTerminalRun(ending.status)
  return (
    children.length + rows.length + awaited.length === 0 &&
    mail === undefined &&
    named === undefined &&
    changed.length + added.length <= maxTasks &&
    ending?.wakeAt === undefined &&
    ending?.waitsForLabels === undefined &&
    !(ended && (run.isChild || run.limited))
  )
}

/**
 * Simple commits of many runs as one statement, each with its own guard; the answer names those
 * that were written. A run that another transaction has locked is left out, so that no commit waits
 * for the lock of another run, and no two wait for each other. `$2` and `$3` are the first and the
 * last id, which exclude other months; `$4` is the worker.
 */
const text = `
  with requested as materialized (
    select * from unnest($1::uuid[], $5::bigint[], $6::bigint[], $7::boolean[], $8::text[],
      $9::bigint[], $10::jsonb[], $11::jsonb[], $12::boolean[])
      as row(id, epoch, revision, leased, status, active, error, output, unwritten)),
  unlocked as materialized (
    select id from lock_runs_without_waiting($1::uuid[], $2::uuid, $3::uuid, $4::uuid) as id),
  run as (
    update runs set revision = runs.revision + 1, unwritten = false,
      lease_epoch = lease_epoch + case when requested.leased then 0 else 1 end,
      lease_worker = case when requested.status is null then $4::uuid end,
      waits_for_label = case when requested.status is null then waits_for_label end,
      status = coalesce(requested.status, runs.status), active_ms = active_ms + requested.active,
      error = requested.error, output = requested.output, output_ref = null,
      finished_at = case when requested.status <> 'suspended' then now() end
    from requested join unlocked on unlocked.id = requested.id
    where runs.id = requested.id and runs.id >= $2::uuid and runs.id <= $3::uuid
      and lease_epoch = requested.epoch and runs.revision = requested.revision
      and runs.status = 'running'
      and case when requested.leased then lease_worker = $4::uuid
        else lease_worker is null and exists (
          select from workflows where workflows.id = workflow_id and paused_at is null) end
    returning runs.id, organization_id, runs.revision, lease_epoch, requested.unwritten,
      created_at),
  changed as (
    update tasks set ${changedTaskValues}
    from run join jsonb_to_recordset($13::jsonb) as row("runId" uuid, ${changedTaskColumns})
      on "runId" = run.id
    where tasks.id = row.id and tasks.run_id = "runId"
      and tasks.run_id >= $2::uuid and tasks.run_id <= $3::uuid),
  added as (
    insert into tasks (${newTaskColumns})
    select ${newTaskValues('case when run.unwritten then run.created_at else now() end')}
    from run join unnest($14::uuid[], ${taskArrays([])
      .arrays.map(({ type }, index) => `$${index + 15}::${type}[]`)
      .join(', ')}) as row(run_id, ${taskArrays([]).names.join(', ')}) on row.run_id = run.id)
  select id, revision::float8 as revision, lease_epoch::float8 as epoch from run`

function statementOf(commits: SimpleCommit[]): pg.QueryConfig {
  const runs = commits.map(({ run }) => run)
  const endings = commits.map(({ commit }) => commit.run)
  const changed = commits.flatMap(({ run, offloaded }) =>
    offloaded.changed.map((task) => ({ ...task, runId: run.id })),
  )
  const added = commits.flatMap(({ offloaded }) => offloaded.added)
  const values = [
    runs.map(({ id }) => id),
    runs[0]?.id,
    runs.at(-1)?.id,
    commits[0]?.workerId,
    runs.map(({ epoch }) => epoch),
    runs.map(({ revision }) => revision),
    runs.map(({ leased }) => leased),
    endings.map((ending) => ending?.status ?? null),
    endings.map((ending) => Math.round(ending?.activeMs ?? 0)),
    endings.map((ending) => json(ending?.error)),
    commits.map(({ offloaded }) => json(offloaded.output)),
    runs.map(({ unwritten }) => unwritten),
    JSON.stringify(changed),
    commits.flatMap(({ run, offloaded }) => offloaded.added.map(() => run.id)),
    ...taskArrays(added).arrays.map((column) => column.values),
  ]
  return { name: 'commit:batched', text, values }
}

const batchOf = perPool((pool) =>
  coalesced<SimpleCommit, Written | undefined>(
    async (commits) => {
      // Every transaction locks runs in the order of their ids.
      const sorted = commits.toSorted((one, other) => (one.run.id < other.run.id ? -1 : 1))
      const endedIds = sorted.filter(({ commit }) => isWatchedEnd(commit)).map(({ run }) => run.id)
      const readers = commits.flatMap(({ run, commit: { reader } }) =>
        reader ? [{ runId: run.id, reader }] : [],
      )
      try {
        const { rows, read } = await sendCommit<Written & { id: string }>(
          pool,
          statementOf(sorted),
          { endedIds, readers },
        )
        const written = new Map(rows.map(({ id, ...row }) => [id, { ...row, read: read.get(id) }]))
        markEndsNotified(endedIds.filter((id) => written.has(id)))
        return commits.map(({ run }) => written.get(run.id))
      } catch (error) {
        // Postgres refused the statement, so it wrote nothing. Each commit is written alone, and
        // the one at fault gets the error.
        if (error instanceof pg.DatabaseError && error.severity === 'ERROR')
          return commits.map(() => undefined)
        throw error
      }
    },
    { atMost: 50, gatherMs: 2 },
  ),
)

const isWatchedEnd = ({ run, quiet }: Commit): boolean =>
  run !== undefined && isTerminalRun(run.status) && quiet !== true

/**
 * Writes a simple commit together with those of other runs of the same moment. Undefined when it
 * was not written: the caller then tries it alone.
 */
export async function commitBatched(
  pool: pg.Pool,
  commit: SimpleCommit,
): Promise<Written | undefined> {
  return await batchOf(pool)(commit, commit.workerId)
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
