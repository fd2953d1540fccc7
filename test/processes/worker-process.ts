import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { done } from '#lib/steps/define-step'
import { serveIsolated } from '#lib/engine/execute/isolated-process'
import { startWorker } from '#lib/engine/worker/worker'
import { computeStepExpressions } from '#lib/operations/computing/step-expressions'
import condition from '#lib/steps/types/flow/condition'
import forEach from '#lib/steps/types/flow/for-each'
import switchStep from '#lib/steps/types/flow/switch'
import transform from '#lib/steps/types/data/transform'
import whileStep from '#lib/steps/types/flow/while'
import { ask, echo, pause, testStep, waitResult } from '../samples/steps.ts'

/**
 * A worker in a process of its own, for tests that kill it. The connection strings come by the
 * environment (`ROUNDS_ENGINE_URL`). Its `hold…` steps end when the file that their config names
 * exists. Prints its id when it is ready.
 */
const hold = (type: string, effect: 'read' | 'idempotent' | 'unsafe') =>
  testStep(type, effect, async ({ config }) => {
    while (!existsSync(String(config['file']))) await delay(20)
    return done('by the process')
  })

const unavailable = async (): Promise<never> =>
  await Promise.reject(new Error('a test step asked for a service'))
const types = [
  condition,
  forEach,
  switchStep,
  transform,
  whileStep,
  echo,
  ask,
  pause,
  waitResult,
  testStep('hold_result', 'read', async () => await new Promise(() => undefined)),
  hold('hold_read', 'read'),
  hold('hold_idempotent', 'idempotent'),
  hold('hold_unsafe', 'unsafe'),
]
/** Pure, and the end of its process; `how` says which. */
const poison = testStep('poison', 'pure', async ({ config }) => {
  if (config['how'] === 'exit') process.exit(1)
  process.kill(process.pid, 'SIGKILL')
  return await new Promise(() => undefined)
})
const stepTypes = new Map([...types, poison].map((type) => [type.info.type, type]))
const attempts = {
  services: {
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
    runSql: unavailable,
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
    askDocuments: unavailable,
    sendSecureMessage: unavailable,
    secureMessageAnswer: unavailable,
    sendTextMessage: unavailable,
    sendFax: unavailable,
    mailReplyAddress: unavailable,
    receivedMail: unavailable,
    fetchPublic: unavailable,
  },
  openConnection: unavailable,
  stepTypes,
}
if (process.env['ISOLATED']) serveIsolated(attempts)
else await work()

async function work(): Promise<void> {
  const env = { ...process.env, ISOLATED: 'yes' }
  const spawnIsolated = () =>
    fork(process.argv[1] ?? '', { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const worker = await startWorker({ ...attempts, spawnIsolated })
  process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
  process.stdout.write(`${worker.id}\n`)
}
