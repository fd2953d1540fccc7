import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

import { memoryFlags } from './memory-flags.mjs'

/** With the flags that they run with: V8 uses no code that was made under others. */
const programs = [
  ['lib/server/start.ts'],
  [...memoryFlags(), 'lib/server/web.ts'],
  [...memoryFlags(), 'lib/server/worker.ts'],
]

/**
 * Loads the programs of `npm start` once, so that their first start, too, finds every module in the
 * compile cache (compile-cache.mjs). What an older build left there goes first.
 */
export async function fillCompileCache(): Promise<void> {
  const folder = process.env['NODE_COMPILE_CACHE']
  if (!folder) return
  rmSync(folder, { recursive: true, force: true })
  for (const args of programs) {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ROUNDS_ONLY_LOAD: '1' },
      stdio: 'ignore',
    })
    await new Promise((resolve) => void child.once('error', resolve).once('exit', resolve))
  }
}
