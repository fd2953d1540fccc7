import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { log } from '#lib/log'
import { faultPoint } from '../store/fault-points.ts'

type Liveness = {
  /**
   * The queue's name for this process, whose jobs are freed when it dies. Frees the jobs of the
   * name before.
   */
  setQueueWorker(poolId: string): Promise<void>
  stop(): Promise<void>
}

type Options = { connectionString: string; workerId: string; onRound(): Promise<void> }

const roundMs = 1000
/**
 * A worker that gives no sign for so long is dead even when its lock is still held: stopped, or cut
 * off from the database.
 */
const silentSeconds = 20
/**
 * After Postgres restarted everyone's lock is gone for a moment; who is back first gives the others
 * this long.
 */
const graceMs = 2000
/** A lost connection is replaced at once, before anyone looks. */
const reconnectMs = 50

/**
 * Keeps this worker alive in the eyes of the others, and looks after theirs.
 *
 * A worker lives as long as it holds a session advisory lock on its `lock_key`; Postgres lets go of
 * it in the moment in which the process dies. Once a second every worker writes its sign of life,
 * and looks for workers whose lock is gone or that were silent too long. Whoever deletes such a
 * worker's row, and no one else, gives its runs and jobs back to the queue in the same statement,
 * and notes the runs that it had in its hands, since one of them may be what killed it
 * (isolation.ts). A worker that was given up and comes back has lost all leases, because their
 * epochs went on; it writes a new row and works on.
 */
export async function startLiveness({
  connectionString,
  workerId,
  onRound,
}: Options): Promise<Liveness> {
  let lockKey = 0
  let queueWorkers: string[] = []
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let reapFrom = 0
  let round: Promise<void> = Promise.resolve()

  async function connect(): Promise<pg.Client> {
    const config = { connectionString, application_name: 'rounds worker', keepAlive: true }
    const connection: pg.Client = makeClient(config, (error) => {
      log.warn({ error }, 'the connection that holds the sign of life was lost')
      if (client !== connection) return
      client = undefined
      reapFrom = Date.now() + graceMs
      next(reconnectMs)
    })
    try {
      await connection.connect()
      // A new key, because Postgres may not know yet that the old session is dead and would let
      // this one wait for it.
      lockKey = randomInt(1, 2 ** 47)
      await connection.query('select pg_advisory_lock($1)', [lockKey])
      await signOfLife(connection)
      return connection
    } catch (error) {
      await connection.end().catch(() => undefined)
      throw error
    }
  }

  /** Writes the row anew when another worker had given this one up. */
  async function signOfLife(connection: pg.Client): Promise<void> {
    await connection.query({
      name: 'sign-of-life',
      text: `insert into workers (id, lock_key, queue_worker_ids, host) values ($1, $2, $3, $4)
       on conflict (id) do update set seen_at = now(), lock_key = excluded.lock_key, queue_worker_ids = excluded.queue_worker_ids`,
      values: [workerId, lockKey, queueWorkers, hostname()],
    })
  }

  function next(inMs: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void (round = round.then(check)), inMs)
  }

  async function check(): Promise<void> {
    try {
      client ??= await connect()
      await signOfLife(client)
      if (Date.now() > reapFrom) await reapDeadWorkers(client, workerId)
      await onRound()
    } catch (error) {
      log.warn({ error }, 'a round of looking after workers failed; the next one follows')
    }
    next(client ? roundMs : reconnectMs * 4)
  }

  client = await connect()
  round = check()
  return {
    async setQueueWorker(poolId) {
      const before = queueWorkers
      queueWorkers = [poolId]
      if (!client) return
      await signOfLife(client)
      if (before.length > 0)
        await client.query('select graphile_worker.force_unlock_workers($1)', [before])
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
      clearTimeout(timer)
      await client
        ?.query('delete from workers where id = $1', [workerId])
        .catch((error: unknown) => log.debug({ error }, 'could not sign off'))
      await client?.end().catch(() => undefined)
    },
  }
}

/** Two halves of a 64-bit key are what pg_locks shows of an advisory lock. */
const deadSql = `
  select id from workers
  where id <> $1 and (seen_at < now() - make_interval(secs => $2) or not exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = workers.lock_key))`

const reapSql = `
  with dead as (delete from workers where id = $1 returning id, queue_worker_ids),
  freed as (
    update runs set lease_worker = null, lease_epoch = lease_epoch + 1, revision = revision + 1
    from dead where lease_worker = dead.id returning runs.id),
  suspected as (
    insert into suspect_runs (run_id)
    select id from freed
    union
    select substr(key, 5)::uuid from graphile_worker.jobs, dead
    where locked_by = any(queue_worker_ids) and task_identifier = 'turn' and key like 'run:%'
    on conflict do nothing),
  unlocked as materialized (select graphile_worker.force_unlock_workers(queue_worker_ids) from dead),
  queued as materialized (select enqueue_run(id) from freed)
  select (select count(*) from dead)::int as dead, (select count(*) from unlocked)::int as unlocked, (select count(*) from queued)::int as runs`

async function reapDeadWorkers(client: pg.Client, workerId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>({
    name: 'dead-workers',
    text: deadSql,
    values: [workerId, silentSeconds],
  })
  for (const { id } of rows) {
    faultPoint('before-reap')
    const { rows: counts } = await client.query<{ dead: number; runs: number }>(reapSql, [id])
    faultPoint('after-reap')
    if (counts[0]?.dead)
      log.warn({ worker: id, runs: counts[0].runs }, 'a worker died; its runs go on elsewhere')
  }
}
