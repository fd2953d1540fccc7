import { spawn } from 'node:child_process'

import { SettingsError } from '#lib/settings-error'

import type { Database } from './database/database.ts'

/** The message of preparation.ts when it has finished. */
export type Prepared = { ownerMissing: boolean }

/**
 * Brings the database up to date, creates the demo on the first start, and builds the pages if they
 * are served built. All this runs in a process that ends, so that this one stays small. Returns
 * whether the owner account is still missing; never resolves once `signal` has ended it. Throws a
 * `SettingsError` when it failed; the process has printed the reason.
 */
export async function prepare(
  database: Database,
  { build, signal }: { build: boolean; signal: AbortSignal },
): Promise<boolean> {
  const args = ['lib/server/preparation.ts', ...(build ? ['--build'] : [])]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  })
  let prepared: Prepared | undefined
  child.once('message', (message) => {
    prepared = message as Prepared
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<string>()
  child.once('error', (error) => signal.aborted || reject(error))
  child.once('close', (code, how) => signal.aborted || resolve(how ?? `code ${code}`))
  const how = await ended
  if (prepared) return prepared.ownerMissing
  throw new SettingsError(`Rounds could not be prepared (its process ended with ${how}).`)
}
