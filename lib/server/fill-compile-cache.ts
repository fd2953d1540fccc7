import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

import { memoryFlags } from './memory-flags.mjs'

/**
 * With the flags of their real start, because V8 does not use code that was compiled with others.
 */
const programs = [
  ['lib/server/start.ts'],
  [...memoryFlags(), 'lib/server/web.ts'],
  [...memoryFlags(), 'lib/server/worker.ts'],
]

/**
 * Loads the programs of `npm start` once, so that even their first start finds every module in the
 * compile cache (compile-cache.mjs). Deletes the cache of an older build first.
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
