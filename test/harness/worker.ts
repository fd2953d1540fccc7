import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { appConnectionString } from '#db/client'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { stopWatchingRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { standIns } from '#lib/operations/absences/stand-ins'
import { workingTime } from '#lib/operations/calendars/working-time-of'
import { runStepCode } from '#lib/operations/computing/customer-code'
import type { StepType } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { noServices } from './engine.ts'
import { until } from './until.ts'

const noConnections = async (): Promise<never> =>
  await Promise.reject(new Error('a test step asked for a connection'))

/**
 * A worker in this process with the real step types and sandbox, for one test file; call it after
 * what gives the file its database. With `handOver` this process hands it the runs that it starts.
 */
export function useWorker({
  more = [],
  handOver = false,
}: { more?: StepType[]; handOver?: boolean } = {}): void {
  let worker: Worker | undefined
  let executors: ReturnType<typeof connectExecutors> | undefined
  let dataDir: string | undefined
  beforeAll(async () => {
    if (handOver) dataDir = mkdtempSync(path.join(tmpdir(), 'ho-'))
    const types = new Map([...stepTypes, ...more.map((type) => [type.info.type, type] as const)])
    worker = await startWorker({
      services: { ...noServices, runCode: runStepCode, workingTime, standIns },
      openConnection: noConnections,
      stepTypes: types,
      ...(dataDir === undefined ? {} : { dataDir }),
    })
    if (dataDir === undefined) return
    executors = connectExecutors(dataDir, appConnectionString())
    await until('a worker that takes runs', () => executors?.isReady())
  })
  afterAll(async () => {
    executors?.stop()
    await worker?.stop()
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true })
    await stopWatchingRuns()
    await stopProcessPools()
  })
}
