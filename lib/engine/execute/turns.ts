import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { engineDb } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { log } from '#lib/log'
import { metrics } from '#lib/metrics'
import { traceCancelledRun } from './count-run-end.ts'
import { faultPoint } from '../store/fault-points.ts'
import { clearSuspect } from '../store/suspects.ts'
import type { Isolation } from './isolation.ts'
import { loadRunSnapshot } from '../store/reads/run-snapshot.ts'
import { retryWhileDisconnected } from '../store/connection-retry.ts'
import { planOf, type Plan } from '../model/plan.ts'
import { lostEnd } from '../model/run-end.ts'
import { inStoredOrder } from '../model/stored-order.ts'
import { loadRunStatuses } from '../store/reads/run-statuses.ts'
import { loadTasks } from '../store/reads/load-tasks.ts'
import { takeLease } from '../store/lease.ts'
import type { LeasedRun, RunStart, TaskRow } from '../model/run.ts'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId } from '#lib/ids'
import { Turn, type NotStarted, type Starter, type TurnServices } from './turn.ts'

export type { NotStarted, Starter } from './turn.ts'

type Found = { run: LeasedRun; tasks: TaskRow[] }
type Prepared = { definition: Definition; plan: Plan }
/**
 * A run that the process that starts it hands over to this worker; nothing of it is written yet.
 */
export type NewStart = RunStart & {
  runId: string
  organizationId: string
  workflowId: string
  /** The published version. */
  versionId: string
  /** Small and checked. */
  startData: unknown
  trigger: RunTrigger
  /** It reaches sandbox connections only; false when left out. */
  sandbox?: boolean
}

/** What the runs of a version are executed with, as it was last read. */
type KnownVersion = Prepared & { workflowName: string; timeZone: string }

/** `again`: the run changed, and its turn may have ended too early to see it. */
type Active = { turn?: Turn; again: boolean; since: number }

const pollEveryMs = 500
const cachedVersions = 500
const longestPauseMs = 5 * 60_000

const loadVersion = async (of: Pick<NewStart, 'versionId' | 'workflowId' | 'organizationId'>) =>
  await retryWhileDisconnected(
    async () =>
      await engineDb()
        .select({
          definition: workflowVersions.definition,
          workflowName: workflows.name,
          timeZone: organizations.timeZone,
        })
        .from(workflowVersions)
        .innerJoin(workflows, eq(workflows.id, workflowVersions.workflowId))
        .innerJoin(organizations, eq(organizations.id, workflows.organizationId))
        .where(
          and(
            eq(workflowVersions.id, of.versionId),
            eq(workflows.id, of.workflowId),
            eq(organizations.id, of.organizationId),
          ),
        ),
  )

/** The run as a snapshot would show it if its row were written. */
function newRunOf(start: NewStart, { workflowName, timeZone }: KnownVersion): LeasedRun {
  const { runId, organizationId, workflowId, versionId, startData, trigger, sandbox, ...row } =
    start
  return {
    id: runId,
    scopeId: runId,
    organizationId,
    workflowId,
    versionId,
    startData: inStoredOrder(startData),
    trigger,
    createdAt: instantOfId(runId),
    workflowName,
    organizationTimeZone: timeZone,
    draftDefinition: null,
    plannedAt: null,
    start: row,
    leased: false,
    unwritten: true,
    isChild: false,
    suspect: false,
    limited: false,
    epoch: 0,
    revision: 0,
    depth: 0,
    sandbox: sandbox ?? false,
    held: false,
    activeMs: 0,
    loop: null,
  }
}

/** The turns of one worker, one for each run. */
export class Turns {
  readonly #services: TurnServices
  readonly #isolation: Isolation | undefined
  readonly #active = new Map<string, Active>()
  readonly #versions = new LRUCache<string, Prepared>({ max: cachedVersions })
  readonly #started = new LRUCache<string, KnownVersion>({ max: cachedVersions })
  readonly #failures = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #checking = false
  #stopping = false

  /** Without `isolation` suspects are executed as all other runs. */
  constructor(services: TurnServices, isolation?: Isolation) {
    this.#services = services
    this.#isolation = isolation
    this.#timer = setInterval(() => void this.#checkForChanges(), pollEveryMs)
  }

  /**
   * Takes turns with the run until there is nothing to do. When this worker has a turn of the run,
   * or another worker has its lease, that worker sees the change by the run's revision. Steps in
   * `fatal` do not start and fail. False when a turn failed.
   */
  async run(runId: string, fatal?: ReadonlySet<string>): Promise<boolean> {
    const current = this.#active.get(runId)
    if (current) {
      current.again = true
      current.turn?.recheck()
      return true
    }
    const active: Active = { again: true, since: Date.now() }
    this.#active.set(runId, active)
    try {
      while (active.again) {
        active.again = false
        await this.#takeTurn(runId, active, fatal)
      }
      this.#failures.delete(runId)
      return true
    } catch (error) {
      // The next round of liveness gives the lease back if it is still there, and queues the run.
      this.#failures.set(runId, (this.#failures.get(runId) ?? 0) + 1)
      metrics.turnsLost.inc()
      log.error({ error, runId }, 'a turn failed; the run is tried again')
      return false
    } finally {
      this.#active.delete(runId)
    }
  }

  /**
   * Executes a run that was handed over: its first commit writes it with this worker's lease. The
   * answer says why it was not written; then nothing of it is there, unless it is `exists`.
   */
  async start(start: NewStart, starter: Starter): Promise<NotStarted | undefined> {
    const { runId } = start
    const active: Active = { again: false, since: Date.now() }
    this.#active.set(runId, active)
    try {
      const known = await this.#knownVersion(start)
      if (!known) return 'workflow-changed'
      const turn = Turn.beginNew(this.#services, newRunOf(start, known), known, starter)
      active.turn = turn
      if (this.#stopping) turn.stop()
      await turn.run()
      if (turn.notStarted === 'workflow-changed') this.#started.delete(start.versionId)
      // The run goes another way; the fault of the database stays, and shows only here.
      if (turn.notStarted === 'statement-refused') metrics.turnsLost.inc()
      faultPoint('after-turn')
      return turn.notStarted
    } catch (error) {
      metrics.turnsLost.inc()
      log.error({ error, runId }, 'the first turn of a run failed')
      return active.turn?.isWritten ? undefined : 'unknown'
    } finally {
      this.#active.delete(runId)
      // It was changed while its turn ended, or was started by another process under this id.
      if (active.again) void this.run(runId)
    }
  }

  /**
   * The version with its workflow's name and its organization's time zone. They may be out of date:
   * the statement that writes the run compares them.
   */
  async #knownVersion({
    versionId,
    workflowId,
    organizationId,
  }: NewStart): Promise<KnownVersion | undefined> {
    const known = this.#started.get(versionId)
    if (known) return known
    const [found] = await loadVersion({ versionId, workflowId, organizationId })
    if (!found) return undefined
    const version = { ...found, plan: planOf(found.definition) }
    this.#started.set(versionId, version)
    return version
  }

  async #takeTurn(runId: string, active: Active, fatal?: ReadonlySet<string>): Promise<void> {
    const found = (await this.#loadSnapshot(runId)) ?? (await this.#leaseRun(runId))
    if (!found) {
      this.#services.notifier.changed(runId)
      return await traceCancelledRun(this.#services.pool, runId)
    }
    const { pool } = this.#services
    if (found.run.suspect && this.#isolation) return await this.#isolate(runId, this.#isolation)
    const turn = await Turn.begin(
      this.#services,
      found.run,
      { ...(await this.#definitionOf(found.run)), ...(fatal ? { fatal } : {}) },
      found.tasks,
    )
    active.turn = turn
    if (active.again) turn.recheck()
    if (this.#stopping) turn.stop()
    await turn.run()
    if (found.run.suspect) await clearSuspect(pool, runId)
    faultPoint('after-turn')
  }

  /**
   * Executes a suspect in isolation. When it killed its process outside of its steps, it fails
   * here, without starting any of them.
   */
  async #isolate(runId: string, isolation: Isolation): Promise<void> {
    if ((await isolation.run(runId)) !== 'fatal') return
    const found = await this.#leaseRun(runId)
    if (!found) return
    const prepared = await this.#definitionOf(found.run)
    const turn = await Turn.begin(this.#services, found.run, prepared, found.tasks)
    await turn.fail(lostEnd(found.run, prepared.definition))
  }

  /**
   * Undefined for a run whose turn failed: it is leased first, so that liveness gives it back after
   * a pause.
   */
  async #loadSnapshot(runId: string): Promise<Found | undefined> {
    return this.#failures.has(runId)
      ? undefined
      : await retryWhileDisconnected(() => loadRunSnapshot(this.#services.pool, runId))
  }

  async #leaseRun(runId: string): Promise<Found | undefined> {
    const { pool, workerId } = this.#services
    const run = await retryWhileDisconnected(() => takeLease(pool, runId, workerId))
    return run && { run, tasks: await loadTasks(pool, runId) }
  }

  isRunning(runId: string): boolean {
    return this.#active.has(runId)
  }

  /** How long a run whose turns failed should rest: a second, doubling up to five minutes. */
  pauseMs(runId: string): number {
    return Math.min(1000 * 2 ** ((this.#failures.get(runId) ?? 1) - 1), longestPauseMs)
  }

  stop(): void {
    this.#stopping = true
    this.#isolation?.stop()
    for (const { turn } of this.#active.values()) turn?.stop()
  }

  abandon(): void {
    this.#isolation?.abandon()
    for (const { turn } of this.#active.values()) turn?.abandon()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#isolation?.end()
  }

  /** A loop's body is planned for the items of its run. */
  async #definitionOf(run: LeasedRun): Promise<Prepared> {
    const prepared = await this.#loadDefinition(run)
    return run.loop
      ? {
          ...prepared,
          plan: planOf(prepared.definition, { ...run.loop, count: run.loop.items.length }),
        }
      : prepared
  }

  /** Versions never change, so they are loaded once; a draft is loaded with its run. */
  async #loadDefinition(run: LeasedRun): Promise<Prepared> {
    if (run.draftDefinition)
      return { definition: run.draftDefinition, plan: planOf(run.draftDefinition) }
    const versionId = run.versionId ?? ''
    const cached = this.#versions.get(versionId)
    if (cached) return cached
    const query = engineDb()
      .select({ definition: workflowVersions.definition })
      .from(workflowVersions)
      .where(eq(workflowVersions.id, versionId))
    const [version] = await retryWhileDisconnected(async () => await query)
    if (!version) throw new Error(`run ${run.id} has no definition`)
    const prepared = { definition: version.definition, plan: planOf(version.definition) }
    this.#versions.set(versionId, prepared)
    return prepared
  }

  /**
   * Finds changes of runs that other processes made, such as cancellations and answers, with one
   * query for all turns that last.
   */
  async #checkForChanges(): Promise<void> {
    const lasting = [...this.#active].filter(
      ([, { turn, since }]) => turn?.isWritten && Date.now() - since > pollEveryMs / 2,
    )
    if (lasting.length === 0 || this.#checking) return
    this.#checking = true
    try {
      const ids = lasting.map(([id]) => id)
      const rows = await loadRunStatuses(this.#services.pool, ids)
      const statuses = new Map(rows.map((row) => [row.id, row]))
      for (const [id, { turn }] of lasting) {
        const row = statuses.get(id)
        if (!row || row.paused || turn?.differsFrom(row.revision)) turn?.recheck()
      }
    } catch (error) {
      log.debug({ error }, 'could not check for changes of active runs')
    } finally {
      this.#checking = false
    }
  }
}
