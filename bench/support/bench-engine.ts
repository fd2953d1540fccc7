import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { makeClient } from '#lib/postgres'
import { authDb, closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { unnamed } from '#lib/domain/run/case-name'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { startBatched } from '#lib/engine/commands/start-batched'
import { stopWatchingRuns, watchRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker, type WorkerOptions } from '#lib/engine/worker/worker'
import { newId, randomToken } from '#lib/ids'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import { stepTypes } from '#lib/steps/registry'

export type Published = { workflowId: string; versionId: string; definition: Definition }
type Cost = { commits: number; walBytes: number }

const unavailable = async (): Promise<never> =>
  await Promise.reject(new Error('the benchmark calls no service'))

/**
 * A separate durable Postgres with one organization, for one benchmark; `stop` ends the process.
 */
export class BenchEngine {
  readonly url: string
  readonly admin: pg.Client
  readonly organizationId = newId()
  readonly #end: () => Promise<void>
  #workers: Worker[] = []

  private constructor(url: string, admin: pg.Client, end: () => Promise<void>) {
    this.url = url
    this.admin = admin
    this.#end = end
  }

  /** `settings` are added to those of the product's own Postgres. */
  static async start(settings: Record<string, string> = {}): Promise<BenchEngine> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
    // When root runs this, Postgres is another user, who must be able to enter the folder.
    chmodSync(dataDir, 0o711)
    process.env['DATA_DIR'] ??= dataDir
    const postgres = await startEmbeddedPostgres({ dataDir, settings })
    return await BenchEngine.#prepare(postgres.url, async () => {
      await closeDatabase()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
  }

  static async #prepare(url: string, end: () => Promise<void>): Promise<BenchEngine> {
    await migrate(url)
    const admin = makeClient({ connectionString: url })
    await admin.connect()
    const bench = new BenchEngine(url, admin, async () => {
      await admin.end()
      await end()
    })
    await bench.use()
    await authDb()
      .insert(organizations)
      .values({ id: bench.organizationId, slug: 'bench', name: 'Bench' })
    return bench
  }

  /** Another database on the same Postgres, in use from now on; stop it before this one. */
  async beside(name: string): Promise<BenchEngine> {
    await this.admin.query(`create database ${pg.escapeIdentifier(name)}`)
    return await BenchEngine.#prepare(
      Object.assign(new URL(this.url), { pathname: `/${name}` }).href,
      async () => undefined,
    )
  }

  /** Connects this process to this database; the workers of the one before must have stopped. */
  async use(): Promise<void> {
    await stopWatchingRuns()
    await closeDatabase()
    configureDatabase(roleUrls(this.url))
  }

  /**
   * Completes the work that filling a database leaves, so that it does not count for the next
   * measurement: dead and unseen rows, statistics, pages to be written (and written whole to the
   * log, once after each checkpoint), and the autovacuum that this starts.
   */
  async settle(): Promise<void> {
    await this.admin.query('vacuum analyze')
    await this.admin.query('checkpoint')
    const busy = async () =>
      (
        await this.admin.query(
          `select from pg_stat_activity where backend_type = 'autovacuum worker'`,
        )
      ).rowCount ?? 0
    for (
      let calm = 0, deadline = Date.now() + 300_000;
      calm < 5 && Date.now() < deadline;
      calm = (await busy()) > 0 ? 0 : calm + 1
    )
      await delay(1000)
  }

  async publish(steps: object[], settings: object = {}): Promise<Published> {
    const workflowId = newId()
    const versionId = newId()
    const definition = definitionSchema.parse({ steps, settings })
    const { organizationId } = this
    await inOrganization(organizationId, async (tx) => {
      const id = {
        id: workflowId,
        organizationId,
        slug: `w-${workflowId}`,
        name: 'Bench',
        draft: definition,
        formToken: randomToken(),
      }
      await tx.insert(workflows).values({ ...id, publishedVersionId: null })
      await tx
        .insert(workflowVersions)
        .values({ id: versionId, organizationId, workflowId, number: 1, definition })
      await tx
        .update(workflows)
        .set({ publishedVersionId: versionId })
        .where(eq(workflows.id, workflowId))
    })
    return { workflowId, versionId, definition }
  }

  async startWorker(options: Partial<WorkerOptions> = {}): Promise<void> {
    const own = { computeExpressions: computeStepExpressions }
    const services = new Proxy(own as unknown as WorkerOptions['services'], {
      get: (target, name) => (Reflect.get(target, name) as unknown) ?? unavailable,
    })
    this.#workers.push(
      await startWorker({ services, openConnection: unavailable, stepTypes, ...options }),
    )
  }

  async begin(of: Published, startData: unknown = {}): Promise<string> {
    const start = {
      organizationId: this.organizationId,
      ...of,
      startData,
      trigger: 'api' as const,
      startedBy: null,
      startedByUserId: null,
    }
    return (await inOrganization(this.organizationId, (tx) => startRun(tx, start))).runId
  }

  /** Starts runs like the API: concurrent starts share a transaction. */
  async beginTogether(of: Published, startData: unknown = {}): Promise<string> {
    const runId = newId()
    const audit = {
      actorKind: 'system',
      actorId: this.organizationId,
      actorName: 'Bench',
      action: 'run.start',
      details: {},
      requestId: null,
    }
    const start = {
      runId,
      organizationId: this.organizationId,
      workflowId: of.workflowId,
      versionId: of.versionId,
      slug: null,
      startData,
      trigger: 'api' as const,
      startedBy: 'Bench',
      startedByUserId: null,
      audit,
      key: null,
    }
    const { refusal } = await startBatched({ ...start, ...unnamed })
    return refusal === null ? runId : await this.begin(of, startData)
  }

  async ended(runId: string, timeoutMs = 120_000): Promise<void> {
    if (!(await watchRuns().waitForRun(runId, { organizationId: this.organizationId, timeoutMs })))
      throw new Error(`run ${runId} did not end`)
  }

  /** Milliseconds from before the start until the waiting process knows of the end. */
  async run(of: Published, startData: unknown = {}): Promise<number> {
    const started = performance.now()
    await this.ended(await this.beginTogether(of, startData))
    return performance.now() - started
  }

  /** `total` calls of `work`, `parallel` at a time; seconds. */
  async together(total: number, parallel: number, work: () => Promise<unknown>): Promise<number> {
    const started = performance.now()
    let left = total
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        while (left-- > 0) await work()
      }),
    )
    return (performance.now() - started) / 1000
  }

  /**
   * Postgres' counters: commits (including reading transactions and the pollers' share) and bytes
   * of the write-ahead log.
   */
  async cost(): Promise<Cost> {
    // The counters arrive with a delay of up to a second.
    await delay(1500)
    const { rows } = await this.admin.query<{ commits: string; wal: string }>(
      `select xact_commit as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal
        from pg_stat_database where datname = current_database()`,
    )
    return { commits: Number(rows[0]?.commits), walBytes: Number(rows[0]?.wal) }
  }

  /** Throws unless every run ended as expected. */
  async allCompleted(): Promise<void> {
    const { rows } = await this.admin.query<{ wrong: number }>(
      `select count(*)::int as wrong from runs where status <> 'completed'`,
    )
    if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} runs did not complete`)
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.stop()))
  }

  async stop(): Promise<void> {
    await this.stopWorkers()
    await stopWatchingRuns()
    await this.#end()
  }
}
