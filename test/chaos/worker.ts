import { fork } from 'node:child_process'
import { flushCompileCache } from 'node:module'
import { serveIsolated } from '#lib/engine/execute/isolated-process'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { env as settings } from '#lib/env'
import { findRunAsyncResult } from '#lib/operations/async-results/find-run-async-result'
import { deliverMail } from '#lib/operations/mails/deliver-mail'
import { childWorkflow } from '#lib/operations/runs/child-workflow'
import { startScheduler } from '#lib/operations/schedules/start-scheduler'
import { openConnection } from '#lib/operations/connections/open-connection'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { runStepCode } from '#lib/operations/computing/customer-code'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import type { StepServices, StepType } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { serveAs } from '#lib/worker-labels'
import { actOnce } from './act.ts'
import { effectTypes } from './effects.ts'

/**
 * A worker process that is made to be killed: the product's steps and services as far as they need
 * no outside, and effects at the counting provider. Connection strings come by the environment; it
 * sends its id when it takes runs. `ACT` is something that the process does first (`act.ts`);
 * `WITHOUT` names step types that it does not know, as one of an older version, and `SECOND` one
 * that it knows in its second version; in the folder `EXECUTORS` it listens for runs that are
 * handed over.
 */
const unavailable = async (): Promise<never> =>
  await Promise.reject(new Error('a step asked for a service that the test has not'))
const own = {
  computeExpressions: computeStepExpressions,
  runCode: runStepCode,
  childWorkflow,
  asyncResult: findRunAsyncResult,
} satisfies Partial<StepServices>
const services = new Proxy(own as unknown as StepServices, {
  get: (target, name) => (Reflect.get(target, name) as unknown) ?? unavailable,
})

const unknown = new Set((process.env['WITHOUT'] ?? '').split(','))
const second = (type: StepType): StepType =>
  type.info.type === process.env['SECOND'] ? { ...type, info: { ...type.info, version: 2 } } : type
const types = [...stepTypes.values(), ...effectTypes]
  .filter(({ info }) => !unknown.has(info.type))
  .map(second)

// Makes the next start faster, for any end of this one.
flushCompileCache()
// The parent process has ended.
process.once('disconnect', () => process.exit(1))
if (!process.env['ISOLATED']) process.on('SIGTERM', () => void stop())
if (process.env['ACT'] && !process.env['ISOLATED']) await actOnce(process.env['ACT'])

serveAs(settings().WORKER_LABELS)
const attempts = {
  services,
  openConnection,
  stepTypes: new Map(types.map((type) => [type.info.type, type])),
}
let worker: Worker | undefined
// Also the program of the process that executes the runs of dead workers.
if (process.env['ISOLATED']) serveIsolated(attempts)
else await work()

async function work(): Promise<void> {
  const { ACT: _act, FAULT_POINT: _fault, ...env } = process.env
  const spawnIsolated = () =>
    fork(process.argv[1] ?? '', {
      env: { ...env, ISOLATED: 'yes' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  const handlers = {
    mail: async (payload: unknown, id: string) => await deliverMail(payload, settings(), id),
  }
  const dataDir = process.env['EXECUTORS']
  worker = await startWorker({
    ...attempts,
    handlers,
    background: [startScheduler],
    spawnIsolated,
    ...(dataDir ? { dataDir } : {}),
  })
  process.send?.(worker.id)
}

async function stop(): Promise<void> {
  await worker?.stop()
  await stopProcessPools()
  process.exit(0)
}
