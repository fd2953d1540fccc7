import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { runs, tasks, unwrittenTasks } from '#db/schema/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { stopWatchingRuns, watchRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker, type WorkerOptions } from '#lib/engine/worker/worker'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import type { StepServices, StepType } from '#lib/steps/define-step'
import { seedOrganization, seedWorkflow } from './seed-organization.ts'
import { useTestDatabase, type TestDatabase } from './test-database.ts'
import { until } from './until.ts'

type TaskRow = typeof tasks.$inferSelect

/**
 * Steps of engine tests use no service except the one that computes their expressions; other uses
 * are errors.
 */
const unavailable = async (): Promise<never> =>
  await Promise.reject(new Error('a test step asked for a service'))
export const noServices: StepServices = {
  computeExpressions: computeStepExpressions,
  runCode: unavailable,
  workingTime: unavailable,
  standIns: async () => [],
  childWorkflow: unavailable,
  sendMail: unavailable,
  mailStatus: unavailable,
  fillTemplate: unavailable,
  policyText: unavailable,
  documentToHtml: unavailable,
  asyncResult: unavailable,
  requestHie: unavailable,
  storeFile: unavailable,
  fileContent: unavailable,
  readDocument: unavailable,
  searchDocuments: unavailable,
  readTable: unavailable,
  tableIndex: unavailable,
  tableRows: unavailable,
  writeTable: unavailable,
  changePdfs: unavailable,
  sendLetter: unavailable,
  sendSecureMessage: unavailable,
  secureMessageAnswer: unavailable,
  sendTextMessage: unavailable,
  sendFax: unavailable,
  mailReplyAddress: unavailable,
  receivedMail: unavailable,
  askDocuments: unavailable,
  runSql: unavailable,
  fetchPublic: unavailable,
}

class EngineUnderTest {
  readonly database: TestDatabase
  readonly stepTypes: Map<string, StepType>
  organizationId = ''
  #workers: Worker[] = []

  constructor(database: TestDatabase, stepTypes: StepType[]) {
    this.database = database
    this.stepTypes = new Map(stepTypes.map((type) => [type.info.type, type]))
  }

  async startWorker(options: Partial<WorkerOptions> = {}): Promise<Worker> {
    const openConnection = unavailable
    const worker = await startWorker({
      services: noServices,
      openConnection,
      stepTypes: this.stepTypes,
      ...options,
    })
    this.#workers.push(worker)
    return worker
  }

  async stopWorkers(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()))
    this.#workers = []
  }

  /** Publishes the definition as a workflow and starts a run of it. */
  async start(definition: Definition, startData: unknown = {}): Promise<string> {
    const { workflowId, versionId } = await seedWorkflow(this.organizationId, definition)
    return await this.startVersion(workflowId, versionId, definition, startData)
  }

  async startVersion(
    workflowId: string,
    versionId: string | null,
    definition: Definition,
    startData: unknown = {},
    id?: string,
  ): Promise<string> {
    const start = {
      runId: id,
      organizationId: this.organizationId,
      workflowId,
      versionId,
      definition,
      startData,
    }
    const { runId } = await this.act((tx) =>
      startRun(tx, { ...start, trigger: 'api', startedBy: 'a test', startedByUserId: null }),
    )
    return runId
  }

  /** Runs like an operation: one transaction of the organization, under row-level security. */
  async act<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return await inOrganization(this.organizationId, work)
  }

  async run(runId: string): Promise<typeof runs.$inferSelect> {
    const [run] = await engineDb().select().from(runs).where(eq(runs.id, runId))
    if (!run) throw new Error(`there is no run ${runId}`)
    return run
  }

  /** As callers see them: tasks of a run without a written turn have no rows. */
  async tasks(runId: string): Promise<Record<string, TaskRow>> {
    const unwritten = await engineDb()
      .select()
      .from(unwrittenTasks)
      .where(eq(unwrittenTasks.runId, runId))
    const rows =
      unwritten.length > 0
        ? unwritten
        : await engineDb().select().from(tasks).where(eq(tasks.runId, runId))
    return Object.fromEntries(rows.map((row) => [row.key, row]))
  }

  async statuses(runId: string): Promise<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(await this.tasks(runId)).map(([key, { status }]) => [key, status]),
    )
  }

  /** The run once it has ended. */
  async ended(runId: string, timeoutMs = 60_000): Promise<typeof runs.$inferSelect> {
    if (!(await watchRuns().waitForRun(runId, { organizationId: this.organizationId, timeoutMs })))
      throw new Error(`the run did not end: ${JSON.stringify(await this.statuses(runId))}`)
    return await this.run(runId)
  }

  /** Waits for a task with this status in Postgres. */
  async taskIn(runId: string, key: string, status: TaskRow['status']): Promise<TaskRow> {
    return await until(`${key} ${status}`, async () => {
      const task = (await this.tasks(runId))[key]
      return task?.status === status ? task : undefined
    })
  }

  /** Waits until the run is suspended without a lease. */
  async suspended(runId: string): Promise<typeof runs.$inferSelect> {
    return await until('the run suspended', async () => {
      const run = await this.run(runId)
      return run.status === 'suspended' && run.leaseWorker === null ? run : undefined
    })
  }
}

/**
 * A database, an organization and, unless `workers` is 0, a worker that knows these step types; for
 * one test file.
 */
export function useEngine(stepTypes: StepType[], { workers = 1 } = {}): EngineUnderTest {
  const engine = new EngineUnderTest(useTestDatabase(), stepTypes)
  beforeAll(async () => {
    engine.organizationId = (await seedOrganization()).organizationId
    for (let count = 0; count < workers; count++) await engine.startWorker()
  })
  afterAll(async () => {
    await engine.stopWorkers()
    await stopWatchingRuns()
    await stopProcessPools()
  })
  return engine
}
