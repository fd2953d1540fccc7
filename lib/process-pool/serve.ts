import { once } from 'node:events'
import { readSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { longestMs } from './deadline.ts'
import { watchdog } from './watchdog.ts'

/** A program's result for a request. */
export type Handled = {
  /** Any JSON value; the pool checks it against the kind's schema. */
  reply: unknown
  /** This process must not be used again. */
  spent?: boolean
  /** Runs after the reply was sent. The next request may already wait in the pipe. */
  afterwards?(): Promise<unknown>
  /** Like `afterwards`, but the process is used again only when this resolves to true. */
  check?(): Promise<boolean>
}

/**
 * The other data that the pool sends with a request; `bytes` is empty by default. `send` gives the
 * service a part of a large answer, before the reply; it waits until there is room.
 */
export type Call = {
  id: number
  timeoutMs: number
  bytes: Buffer
  send(part: Uint8Array): void
}

/** A request's line on standard input, followed by this many raw bytes. */
export type RequestLine = {
  id: number
  timeoutMs: number
  residentBytes: number
  bytes: number
  request: unknown
}
/** Lines on descriptor 3. */
export type ReadyLine = { ready: true }
/** Followed by this many raw bytes: a part of the answer. */
export type PartLine = { id: number; part: number }
export type ReplyLine = {
  id: number
  residentBytes: number
  spent: boolean
  check: boolean
  reply: unknown
}
export type CheckedLine = { id: number; usable: boolean }

/** Later than the end from outside: the thread acts only when the service no longer can. */
const watchdogGraceMs = 1_000
/** Reading the resident memory opens a file, so after quick calls it is read only sometimes. */
const callsPerLook = 64
const quickMs = 5

/** Replies go to their own descriptor, so that no printed text can become one. */
const answers = 3

function write(line: ReadyLine | PartLine | ReplyLine | CheckedLine): void {
  writeBytes(Buffer.from(`${JSON.stringify(line)}\n`))
}

function writeBytes(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(answers, bytes, written)
}

/** Reads requests from standard input, each as soon as it arrives. */
function* requests(): Generator<{ line: RequestLine; bytes: Buffer }> {
  const chunk = Buffer.allocUnsafe(64 * 1024)
  let from = 0
  let until = 0
  const more = () => {
    from = 0
    until = readSync(0, chunk)
    return until > 0
  }
  for (;;) {
    const started: Buffer[] = []
    let end = chunk.subarray(0, until).indexOf(10, from)
    while (end < 0) {
      if (from < until) started.push(Buffer.from(chunk.subarray(from, until)))
      if (!more()) return
      end = chunk.subarray(0, until).indexOf(10)
    }
    const text = Buffer.concat([...started, chunk.subarray(from, end)]).toString()
    from = end + 1
    const line = JSON.parse(text) as RequestLine
    const bytes = Buffer.allocUnsafe(line.bytes)
    let filled = chunk.copy(bytes, 0, from, Math.min(until, from + line.bytes))
    from += filled
    while (filled < bytes.length) {
      const length = readSync(0, bytes, filled, bytes.length - filled, null)
      if (length === 0) return
      filled += length
    }
    yield { line, bytes }
  }
}

async function startWatchdog(): Promise<(call: RequestLine | undefined) => void> {
  const words = new Int32Array(new SharedArrayBuffer(24))
  const source = `(${watchdog.toString()})(require('node:worker_threads').workerData)`
  const thread = new Worker(source, {
    eval: true,
    workerData: words,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16 },
    // Otherwise Node opens this process's stdout and stderr as streams, which do not block.
    stdout: true,
    stderr: true,
  })
  // The thread gets its first messages while this one still has an event loop.
  await once(thread, 'online')
  thread.unref()
  return (call) => {
    if (call) {
      const timeMs = Math.min(call.timeoutMs + watchdogGraceMs, 2 ** 30)
      Atomics.store(words, 1, timeMs)
      Atomics.store(words, 5, longestMs(timeMs))
      Atomics.store(words, 4, Math.ceil(call.residentBytes / 1024))
    }
    Atomics.store(words, 0, call?.id ?? 0)
    if (call && Atomics.exchange(words, 2, 0) === 1) Atomics.notify(words, 0)
  }
}

/**
 * Makes this process one of a pool: takes requests of the service, one after the other, and answers
 * each with what `handle` returns. Ends with the service. A handler that throws ends the process.
 *
 * It reads and writes with plain blocking calls: between requests it has nothing else to do, and an
 * event loop and streams would cost more than most requests.
 */
export async function serve<Request>(
  handle: (request: Request, call: Call) => Promise<Handled> | Handled,
): Promise<never> {
  // Ctrl-C reaches every process of the terminal; the service decides when its processes end.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, () => undefined)
  const watch = await startWatchdog()
  write({ ready: true })
  let calls = 0
  let residentBytes = process.memoryUsage.rss()
  try {
    for (const { line, bytes } of requests()) {
      const { id, timeoutMs } = line
      const started = performance.now()
      watch(line)
      const send = (part: Uint8Array) => {
        write({ id, part: part.byteLength })
        writeBytes(part)
      }
      const handled = await handle(line.request as Request, { id, timeoutMs, bytes, send })
      watch(undefined)
      const { reply, spent = false, check, afterwards } = handled
      calls += 1
      const quick = performance.now() - started < quickMs
      if (!quick || calls % callsPerLook === 0) residentBytes = process.memoryUsage.rss()
      write({ id, residentBytes, spent, check: check !== undefined, reply })
      if (check) write({ id, usable: await check() })
      else await afterwards?.()
    }
    process.exit(0)
  } catch {
    // The pipe is broken because the service has ended, or this is a bug of ours. It prints
    // nothing, because an error's message may contain data.
    process.exit(1)
  }
}
