import pg from 'pg'
import { inOneWrite } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { isTerminalRun } from '#lib/domain/statuses'
import { log } from '#lib/log'
import type { offloadCommit } from './offload-commit.ts'
import { markEndsNotified, notifyEndsStatement } from '../watch/notifier.ts'
import { perPool } from './per-pool.ts'
import type { Commit, LeasedRun } from '../model/run.ts'
import { newTaskColumns, newTaskValues, taskArrays } from './task-arrays.ts'

type Offloaded = Awaited<ReturnType<typeof offloadCommit>>
type CompleteRun = { run: LeasedRun; ending: NonNullable<Commit['run']>; offloaded: Offloaded }
type Written = Pick<LeasedRun, 'epoch' | 'revision'>

const maxTasks = 200

/**
 * What ends a run of pure steps: its only commit, which writes nothing but the run and its tasks.
 */
export function isCompleteRun(run: LeasedRun, commit: Commit, offloaded: Offloaded): boolean {
  const { run: ending, mail, awaited = [] } = commit
  const only =
    offloaded.changed.length +
      offloaded.children.length +
      offloaded.rows.length +
      awaited.length ===
      0 &&
    !mail &&
    offloaded.added.length <= maxTasks
  return (
    only &&
    ending !== undefined &&
    isTerminalRun(ending.status) &&
    !run.leased &&
    run.unwritten &&
    !run.isChild &&
    !run.limited
  )
}

/**
 * Many such commits as one, each with its own guard: the answer names those that were written. A
 * run that somebody is just changing is left out, so that nobody waits for another run's lock, and
 * no two can wait for each other's. `$2` and `$3` are the first and the last id, which leave months
 * out.
 */
const text = `
  with requested as materialized (
    select * from unnest($1::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::jsonb[], $9::jsonb[]) as row(id, epoch, revision, status, active, error, output)),
  unlocked as materialized (
    select id from runs where id = any($1::uuid[]) and id >= $2::uuid and id <= $3::uuid and status = 'running' and lease_worker is null for no key update skip locked),
  run as (
    update runs set revision = runs.revision + 1, unwritten = false, lease_epoch = lease_epoch + 1, status = requested.status, active_ms = active_ms + requested.active, error = requested.error,
      output = requested.output, output_ref = null, finished_at = now()
    from requested join unlocked on unlocked.id = requested.id
    where runs.id = requested.id and runs.id >= $2::uuid and runs.id <= $3::uuid and lease_epoch = requested.epoch and runs.revision = requested.revision and runs.status = 'running' and lease_worker is null
      and exists (select from workflows where workflows.id = workflow_id and paused_at is null)
    returning runs.id, organization_id, runs.revision, lease_epoch, created_at),
  written as (
    insert into tasks (${newTaskColumns})
    select ${newTaskValues('run.created_at')}
    from run join unnest($10::uuid[], ${taskArrays([])
      .arrays.map(({ type }, index) => `$${index + 11}::${type}[]`)
      .join(', ')}) as row(run_id, ${taskArrays([]).names.join(', ')}) on row.run_id = run.id)
  select id, revision::float8 as revision, lease_epoch::float8 as epoch from run`

const batchOf = perPool((pool) =>
  coalesced<CompleteRun, Written | undefined>(
    async (whole) => {
      // Everybody locks runs in the order of their ids.
      const sorted = whole.toSorted((one, other) => (one.run.id < other.run.id ? -1 : 1))
      const ids = sorted.map(({ run }) => run.id)
      const values = [
        ...[
          ids,
          ids[0],
          ids.at(-1),
          sorted.map(({ run }) => run.epoch),
          sorted.map(({ run }) => run.revision),
          sorted.map(({ ending }) => ending.status),
        ],
        ...[
          sorted.map(({ ending }) => Math.round(ending.activeMs)),
          sorted.map(({ ending }) => json(ending.error)),
          sorted.map(({ offloaded }) => json(offloaded.output)),
        ],
        ...[
          sorted.flatMap(({ run, offloaded }) => offloaded.added.map(() => run.id)),
          ...taskArrays(sorted.flatMap(({ offloaded }) => offloaded.added)).arrays.map(
            ({ values: column }) => column,
          ),
        ],
      ]
      try {
        const { rows } = await withEndNotification<Written & { id: string }>(
          pool,
          { name: 'commit:batched', text, values },
          ids,
        )
        const written = new Map(rows.map(({ id, ...row }) => [id, row]))
        markEndsNotified(written.keys())
        return whole.map(({ run }) => written.get(run.id))
      } catch (error) {
        // Postgres refused the statement, so nothing of it was written: each is written by itself,
        // and the one at fault hears why.
        if (error instanceof pg.DatabaseError && error.severity === 'ERROR')
          return whole.map(() => undefined)
        throw error
      }
    },
    { atMost: 20 },
  ),
)

/**
 * Sends a commit and, right behind it, what tells of the runs that it ended: whoever waits for one
 * hears of it when it is so, and not a round trip later.
 */
async function withEndNotification<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  commit: pg.QueryConfig,
  sortedIds: string[],
): Promise<pg.QueryResult<T>> {
  const client = await pool.connect()
  const [written, told] = inOneWrite(client, () => [
    client.query<T>(commit),
    client.query(notifyEndsStatement(sortedIds)),
  ])
  void Promise.allSettled([written, told]).then((answers) => {
    const errors = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as Error] : [],
    )
    // Watchers look by themselves every second, so a lost notification costs little.
    for (const error of errors) log.debug({ error }, 'a commit, or what tells of it, failed')
    // A refused statement leaves the connection as it was; one that was lost is not used again.
    client.release(errors.find((error) => !(error instanceof pg.DatabaseError)))
  })
  return await written
}

/**
 * Writes the only commit of a run together with those of other runs that come in the same moment.
 * Undefined when it was not written: then it is tried by itself.
 */
export async function commitBatched(
  pool: pg.Pool,
  run: LeasedRun,
  commit: Commit,
  offloaded: Offloaded,
): Promise<Written | undefined> {
  return commit.run && (await batchOf(pool)({ run, ending: commit.run, offloaded }))
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
