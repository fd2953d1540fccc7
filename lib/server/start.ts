import { env } from '#lib/env'

import { keepRunning, type Child } from './child.ts'
import { childEnvironment } from './child-environment.ts'
import { useCompileCache } from './compile-cache.mjs'
import { lockDataDir } from './database/data-dir-lock.ts'
import { openDatabase, type Database } from './database/database.ts'
import { backUpBeforeUpgrade } from './database/upgrade-embedded.ts'
import { greeting } from './greeting.ts'
import { memoryFlags } from './memory-flags.mjs'
import { onShutdown } from './on-shutdown.ts'
import { prepare } from './prepare.ts'
import { requireAddress } from './require-address.ts'
import { requireFreePort } from './require-free-port.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/**
 * `npm start`: database, migrations, demo, build, one web process, the workers, and the receiver of
 * mails where its port is set; all of it ends with this process. It lives as long as they do and only supervises them, so it loads little:
 * migrations, demo and build run in a process that ends (heavy-packages.test.ts checks that).
 */

/**
 * Ctrl-C returns to the prompt within ten seconds; most of the time is for the processes, the rest
 * for the database.
 */
const processesWithinMs = 8000
const stopWithinMs = 9500

runEntry(async () => {
  Object.assign(process.env, { NODE_ENV: 'production' })
  requireAddress({ isDemo: true })
  useCompileCache(process.cwd())
  const { PORT, DATA_DIR, BASE_URL, WORKERS, MAIL_IN_PORT } = env()
  const unlock = lockDataDir(DATA_DIR, BASE_URL)
  process.once('exit', unlock)
  const running: { children: Child[]; database?: Database } = { children: [] }
  const stopping = new AbortController()
  onShutdown(stopWithinMs, async () => {
    say('\nStopping …')
    stopping.abort()
    await Promise.all(running.children.map((child) => child.stop(processesWithinMs)))
    await running.database?.stop()
  })

  await requireFreePort(PORT, env().HOST)
  say(env().DATABASE_URL ? 'Preparing the database …' : 'Starting the embedded database …')
  const database = await openDatabase()
  running.database = database
  if (!env().DATABASE_URL) await backUpBeforeUpgrade(database.url)
  const ownerMissing = await prepare(database, { build: true, signal: stopping.signal })

  const urls = await database.urls()
  const { appUrl, authUrl } = urls
  running.children.push(
    keepRunning({
      name: 'web',
      args: [...memoryFlags(), 'lib/server/web.ts'],
      env: { ...childEnvironment({ appUrl, authUrl }), ROUNDS_BUILT: '1' },
    }),
  )
  for (let number = 0; number < WORKERS; number++) {
    running.children.push(
      keepRunning({
        name: 'worker',
        args: [...memoryFlags(), 'lib/server/worker.ts'],
        env: childEnvironment(urls),
      }),
    )
  }
  if (MAIL_IN_PORT !== undefined)
    running.children.push(
      keepRunning({
        name: 'mail receiver',
        args: [...memoryFlags(), 'lib/server/mail-receiver.ts'],
        env: childEnvironment({ appUrl, authUrl }),
      }),
    )
  await Promise.all(running.children.map((child) => child.ready))
  say(greeting(ownerMissing))
})
