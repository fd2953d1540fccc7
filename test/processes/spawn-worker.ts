import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { bundled } from './bundled.ts'
import type { TestDatabase } from '../harness/test-database.ts'

const program = await bundled(path.join(import.meta.dirname, 'worker-process.ts'))

/**
 * Starts `worker-process.ts`; resolves when it takes runs. It is always ended when the test ends.
 */
export async function spawnWorker(
  database: TestDatabase,
): Promise<{ id: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ['--no-deprecation', program], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'rounds-compile-cache'),
      ROUNDS_ENGINE_URL: database.engineUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => []),
  ])) as [Buffer?]
  if (!line) throw new Error('the worker process ended before it was ready')
  return { id: String(line).trim(), process: child }
}
