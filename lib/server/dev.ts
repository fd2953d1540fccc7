import { env } from '#lib/env'

import { keepRunning } from './child.ts'
import { childEnvironment } from './child-environment.ts'
import { lockDataDir } from './database/data-dir-lock.ts'
import { openDatabase } from './database/database.ts'
import { onShutdown } from './on-shutdown.ts'
import { prepare } from './prepare.ts'
import { keepFormPageBuilt } from './keep-form-page-built.ts'
import { requireFreePort } from './require-free-port.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/**
 * `npm run dev`: like `npm start`, but pages are built when they are opened, and the worker restarts
 * when its sources change.
 */
runEntry(async () => {
  Object.assign(process.env, { NODE_ENV: 'development' })
  const { PORT, DATA_DIR, BASE_URL } = env()
  const unlock = lockDataDir(DATA_DIR, BASE_URL)
  process.once('exit', unlock)
  await requireFreePort(PORT, env().HOST)
  const database = await openDatabase()
  await prepare(database, { build: false, signal: new AbortController().signal })
  const stopBuilding = await keepFormPageBuilt()
  const urls = await database.urls()
  const { appUrl, authUrl } = urls
  const web = keepRunning({
    name: 'next dev',
    args: ['lib/server/dev-web.ts'],
    env: childEnvironment({ appUrl, authUrl }),
  })
  const worker = keepRunning({
    name: 'worker',
    args: ['--watch', '--watch-preserve-output', 'lib/server/worker.ts'],
    env: childEnvironment(urls),
  })
  const receiver =
    env().MAIL_IN_PORT === undefined
      ? []
      : [
          keepRunning({
            name: 'mail receiver',
            args: ['lib/server/mail-receiver.ts'],
            env: childEnvironment({ appUrl, authUrl }),
          }),
        ]
  // Their output shows why they stop.
  for (const child of [web, worker, ...receiver])
    child.ready.catch((error: unknown) => say(String(error)))
  onShutdown(9500, async () => {
    stopBuilding()
    await Promise.all([web, worker, ...receiver].map((child) => child.stop(5000)))
    await database.stop()
  })
})
