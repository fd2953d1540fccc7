import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundled } from '../processes/bundled.ts'

const program = await bundled(path.join(import.meta.dirname, 'worker.ts'))

export type WorkerProcess = {
  process: ChildProcess
  /** The worker's id once it takes runs; undefined when it ended before. */
  ready: Promise<string | undefined>
  /** The signal that ended it, or its exit code. */
  ended: Promise<NodeJS.Signals | number | null>
}

/**
 * Starts `worker.ts` with these additions to the environment; it logs to `logFile` and ends with
 * this process.
 */
export function spawnChaosWorker(env: Record<string, string>, logFile?: string): WorkerProcess {
  const log = logFile === undefined ? 'inherit' : openSync(logFile, 'a')
  const fast = { NODE_COMPILE_CACHE: path.join(tmpdir(), 'rounds-compile-cache') }
  const child = spawn(process.execPath, ['--no-deprecation', program], {
    env: { ...process.env, ...fast, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  const ended = once(child, 'exit').then(
    ([code, signal]) => (signal ?? code) as NodeJS.Signals | number | null,
  )
  const ready = Promise.race([
    once(child, 'message').then(([id]) => String(id)),
    ended.then(() => undefined),
  ])
  return { process: child, ready, ended }
}
