import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'
import { makeClient, noticesLoss } from '#lib/postgres'
import { log } from '#lib/log'
import { ownServing } from '#lib/worker-labels'
import { faultPoint } from '../store/fault-points.ts'

type Options = { connectionString: string; workerId: string; onRound(): Promise<void> }

const roundMs = 1000
/**
 * A worker without a sign of life for so long counts as dead even when its lock still exists: it is
 * stopped, or cut off from the database.
 */
const silentSeconds = 20
/**
 * A statement without an answer for so long has lost its server; this is well below the silence. The
 * server gives up before: while a sign of life waits for the synchronous standby it locks its row, and
 * each connection that follows would wait there for good, until the server has none left.
 */
const limits = { connectionTimeoutMillis: 5000, query_timeout: 15_000, lock_timeout: 10_000 }
/**
 * After a restart or a failover of Postgres all locks are missing, and all workers were silent for as
 * long as it took. The worker that reconnects first gives the others this long from then on.
 */
const graceMs = 2000
/** A lost connection is replaced at once, before another worker checks. */
const reconnectMs = 50

/**
 * Gives this worker's signs of life, and gives back the runs of workers that died.
 *
 * A worker lives as long as it has a session advisory lock on its `lock_key`; Postgres releases it
 * at the moment the process dies. Once a second every worker writes its sign of life, and looks for
 * workers whose lock is gone or that were silent too long. Only the worker that deletes such a row
 * gives the dead worker's runs and jobs back to the queue, in the same statement, and notes the
 * runs that it had, since one of them may have killed it (isolation.ts). A worker that was given up
 * and returns has lost all leases, because their epochs went on; it writes a new row and works on.
 */
class Liveness {
  readonly #options: Options
  #lockKey = 0
  #queueWorkers: string[] = []
  /** Names before, whose jobs are not freed yet. */
  #replacedQueues: string[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #reapFrom = 0
  #round: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#client = await this.#connect()
    this.#round = this.#check()
  }

  /**
   * Sets the queue's name for this process, whose jobs are freed when it dies. Frees the jobs of
   * the name before.
   */
  async setQueueWorker(poolId: string): Promise<void> {
    this.#replacedQueues.push(...this.#queueWorkers)
    this.#queueWorkers = [poolId]
    // Without a connection the next check does it.
    if (!this.#client) return
    await this.#signOfLife(this.#client)
    await this.#freeReplacedQueues(this.#client)
  }

  async #freeReplacedQueues(connection: pg.Client): Promise<void> {
    const replaced = this.#replacedQueues
    if (replaced.length === 0) return
    await connection.query('select graphile_worker.force_unlock_workers($1)', [replaced])
    this.#replacedQueues = this.#replacedQueues.filter((name) => !replaced.includes(name))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
    clearTimeout(this.#timer)
    await this.#client
      ?.query('delete from workers where id = $1', [this.#options.workerId])
      .catch((error: unknown) => log.debug({ error }, 'could not sign off'))
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const { connectionString } = this.#options
    const config = {
      connectionString,
      application_name: 'rounds worker',
      ...noticesLoss,
      ...limits,
    }
    const connection: pg.Client = makeClient(config, (error) => {
      log.warn({ error }, 'the connection with the sign of life was lost')
      if (this.#client !== connection) return
      this.#client = undefined
      this.#next(reconnectMs)
    })
    try {
      await connection.connect()
      // A new key, because Postgres may not know yet that the old session is dead, and this one
      // would wait for it.
      this.#lockKey = randomInt(1, 2 ** 47)
      await connection.query('select pg_advisory_lock($1)', [this.#lockKey])
      await this.#signOfLife(connection)
      return connection
    } catch (error) {
      await connection.end().catch(() => undefined)
      throw error
    }
  }

  async #reconnect(): Promise<pg.Client> {
    const connection = await this.#connect()
    this.#reapFrom = Date.now() + graceMs
    return connection
  }

  /** Inserts the row again when another worker had given this one up. */
  async #signOfLife(connection: pg.Client): Promise<void> {
    await connection.query({
      name: 'sign-of-life',
      text: `insert into workers (id, lock_key, queue_worker_ids, host, labels, unbound)
       values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set seen_at = now(), lock_key = excluded.lock_key,
       queue_worker_ids = excluded.queue_worker_ids`,
      values: [
        this.#options.workerId,
        this.#lockKey,
        this.#queueWorkers,
        hostname(),
        ownServing().labels,
        ownServing().unbound,
      ],
    })
  }

  #next(inMs: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#round = this.#round.then(() => this.#check())
    }, inMs)
  }

  async #check(): Promise<void> {
    try {
      this.#client ??= await this.#reconnect()
      await this.#signOfLife(this.#client)
      await this.#freeReplacedQueues(this.#client)
      if (Date.now() > this.#reapFrom) await reapDeadWorkers(this.#client, this.#options.workerId)
      await this.#options.onRound()
    } catch (error) {
      log.warn({ error }, 'a check of the workers failed; the next one follows')
      // Without an answer of Postgres, its machine may be gone, and no later statement is answered.
      const silent = error instanceof pg.DatabaseError ? undefined : this.#client
      if (silent) {
        this.#client = undefined
        void silent.end().catch(() => undefined)
      }
    }
    this.#next(this.#client ? roundMs : reconnectMs * 4)
  }
}

/** Resolves when this worker has its lock and its row. */
export async function startLiveness(options: Options): Promise<Liveness> {
  const liveness = new Liveness(options)
  await liveness.start()
  return liveness
}

/** pg_locks shows the key of an advisory lock, 64 bits, as two halves. */
const deadSql = `
  select id from workers
  where id <> $1 and (seen_at < now() - make_interval(secs => $2) or not exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
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
    where locked_by = any(queue_worker_ids) and key like 'run:%'
    on conflict do nothing),
  unlocked as materialized (select graphile_worker.force_unlock_workers(queue_worker_ids)
    from dead),
  queued as materialized (select enqueue_run(id) from freed)
  select (select count(*) from dead)::int as dead,
  (select count(*) from unlocked)::int as unlocked, (select count(*) from queued)::int as runs`

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
