import { once } from 'node:events'
import { readSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { RunnerRequest } from '../runner-messages.ts'
import { EngineFactory } from './engine.ts'
import { runGuest } from './run-guest.ts'
import { watchdog } from './watchdog.ts'

/**
 * A runner: takes requests, one line of JSON each, on stdin, and answers each with one line on stdout. It is started by
 * `runner-process.ts` with an empty environment, reads nothing but its own code, and ends when stdin closes.
 *
 * It reads and writes with plain blocking calls: it has nothing else to do meanwhile, and an event loop and streams would cost more than most calls.
 */

// A Ctrl-C reaches every process of the terminal; the service decides when its runners end, by closing stdin.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

const words = new Int32Array(new SharedArrayBuffer(16))
const thread = new Worker(`(${watchdog.toString()})(require('node:worker_threads').workerData)`, {
  eval: true,
  workerData: words,
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 16 },
  // Otherwise Node opens this process's stdout and stderr as streams, which makes them non-blocking.
  stdout: true,
  stderr: true,
})

/** Later than the kill from outside, so that it only acts when there is no outside left. */
const watchdogGraceMs = 1_000
/** Asking for the resident set reads a file of the system, so after calls that left the memory as large as it was, only now and then. */
const callsPerLook = 64

function watch(id: number, budgetMs: number): void {
  Atomics.store(words, 1, budgetMs + watchdogGraceMs)
  Atomics.store(words, 0, id)
  if (Atomics.exchange(words, 2, 0) === 1) Atomics.notify(words, 0)
}

function write(line: object): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written)
}

/** Whole lines from stdin, each as soon as it is there. */
function* linesOfInput(): Generator<string> {
  const chunk = Buffer.allocUnsafe(64 * 1024)
  let begun: Buffer[] = []
  for (let length = readSync(0, chunk); length > 0; length = readSync(0, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0 && end < length; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString()
      begun = []
      from = end + 1
    }
    if (from < length) begun.push(Buffer.from(chunk.subarray(from, length)))
  }
}

const engines = await EngineFactory.create()
let calls = 0
let residentBytes = process.memoryUsage.rss()

async function answer(request: RunnerRequest): Promise<void> {
  const started = performance.now()
  watch(request.id, request.timeoutMs)
  const instance = await engines.take()
  const reply =
    request.type === 'run'
      ? runGuest(instance, request, started)
      : { type: 'compile', id: request.id, ...(await import('./check-code.ts')).checkCode(request.source, instance) }
  watch(0, 0)
  calls += 1
  if (!engines.canRenew || calls % callsPerLook === 0) residentBytes = process.memoryUsage.rss()
  write({ ...reply, residentBytes })
  await engines.renew()
}

// The thread gets its first messages while this one still has an event loop.
await once(thread, 'online')
thread.unref()
write({ ready: true })
try {
  // One request at a time: the service sends the next when it has the answer.
  for (const line of linesOfInput()) await answer(JSON.parse(line) as RunnerRequest)
} finally {
  // The pipe is closed, or broken because the service is gone.
  process.exit(0)
}
