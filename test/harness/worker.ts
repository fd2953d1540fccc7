import { afterAll, beforeAll } from 'vitest'
import { stopWatchingRuns } from '#lib/engine/watch/watch'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { runStepCode } from '#lib/server/customer-code'
import type { StepType } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { noServices } from './engine.ts'

const noConnections = async (): Promise<never> =>
  await Promise.reject(new Error('a test step asked for a connection'))

/**
 * A worker in this process with the real step types and sandbox, for one test file; call it after
 * what gives the file its database.
 */
export function useWorker(more: StepType[] = []): void {
  let worker: Worker | undefined
  beforeAll(async () => {
    const types = new Map([...stepTypes, ...more.map((type) => [type.info.type, type] as const)])
    worker = await startWorker({
      services: { ...noServices, runCode: runStepCode },
      openConnection: noConnections,
      stepTypes: types,
    })
  })
  afterAll(async () => {
    await worker?.stop()
    await stopWatchingRuns()
    await stopProcessPools()
  })
}
