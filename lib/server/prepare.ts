import { spawn } from 'node:child_process'

import { SettingsError } from '#lib/settings-error'

import type { Database } from './database.ts'

/** What preparation.ts sends when it is done. */
export type Prepared = { ownerMissing: boolean }

/**
 * Brings the database up to date, makes the demo on the first start, and builds the pages where
 * they are served built: in a process that ends, so that this one stays small for its whole life.
 * Answers whether the owner account is still missing; never, once `signal` has ended it. Throws a
 * `SettingsError` when it failed; the process has said why.
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
