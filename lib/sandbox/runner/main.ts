import { Worker } from 'node:worker_threads'
import type { RunnerRequest } from '../runner-messages.ts'
import { checkCode } from './check-code.ts'
import { EngineFactory } from './engine.ts'
import { runGuest } from './run-guest.ts'

/**
 * A runner: takes requests, one line of JSON each, on stdin, and answers each with one line on stdout. It is started by
 * `runner-process.ts` with an empty environment, reads nothing but its own code, and ends when stdin closes.
 */

// A Ctrl-C reaches every process of the terminal; the service decides when its runners end, by closing stdin.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdin.on('end', () => process.exit(0))
process.stdin.on('error', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))

const words = new Int32Array(new SharedArrayBuffer(8))
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: words.buffer, env: {}, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()

/** Later than the kill from outside, so that it only acts when there is no outside left. */
const watchdogGraceMs = 1_000

function watch(id: number, budgetMs: number): void {
  Atomics.store(words, 1, budgetMs + watchdogGraceMs)
  Atomics.store(words, 0, id)
  Atomics.notify(words, 0)
}

const engines = await EngineFactory.create()
const write = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`)

async function answer(request: RunnerRequest): Promise<void> {
  const started = performance.now()
  watch(request.id, request.timeoutMs)
  const instance = await engines.take()
  const reply =
    request.type === 'run'
      ? runGuest(instance, request, started)
      : { type: 'compile', id: request.id, ...checkCode(request.source, instance) }
  watch(0, 0)
  write({ ...reply, residentBytes: process.memoryUsage.rss() })
  instance.vm.dispose()
  engines.refill()
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  // One request at a time: the service sends the next when it has the answer.
  for (const line of lines) void answer(JSON.parse(line) as RunnerRequest)
})
write({ ready: true })
