import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { done } from '#lib/steps/define-step'
import { startWorker } from '#lib/engine/worker'
import forEach from '#lib/steps/for-each'
import { ask, echo, pause, testStep, waitResult } from './steps.ts'

/**
 * A worker in a process of its own, for tests that kill it. The connection strings come by the environment (`ROUNDS_ENGINE_URL`). Its `hold…` steps
 * end when the file that their config names exists. Prints its id when it is ready.
 */
const hold = (type: string, effect: 'read' | 'idempotent' | 'unsafe') =>
  testStep(type, effect, async ({ config }) => {
    while (!existsSync(String(config['file']))) await delay(20)
    return done('by the process')
  })

const unavailable = async (): Promise<never> => await Promise.reject(new Error('a test step asked for a service'))
const types = [forEach, echo, ask, pause, waitResult, testStep('hold_result', 'read', async () => await new Promise(() => undefined)), hold('hold_read', 'read'), hold('hold_idempotent', 'idempotent'), hold('hold_unsafe', 'unsafe')]
const worker = await startWorker({
  services: { runCode: unavailable, childWorkflow: unavailable, sendMail: unavailable, policyText: unavailable, documentToHtml: unavailable, runSql: unavailable, asyncResult: unavailable, requestHie: unavailable, storeFile: unavailable, fileContent: unavailable, sendLetter: unavailable, fetchPublic: unavailable },
  openConnection: unavailable,
  stepTypes: new Map(types.map((type) => [type.info.type, type])),
})
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
process.stdout.write(`${worker.id}\n`)
