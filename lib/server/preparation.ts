import { closeDatabase, configureDatabase } from '#db/client'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { seedDemo } from '#db/seed/seed'
import { env } from '#lib/env'
import { firstStart } from '#lib/operations/organizations/first-start'

import { ensureBuilt } from './build.ts'
import { fillCompileCache } from './fill-compile-cache.ts'
import type { Prepared } from './prepare.ts'
import { runEntry } from './run-entry.ts'
import { requireSameStore } from './database/require-same-store.ts'
import { startTimeoutMs, waitForDatabase } from './database/wait-for-database.ts'

/**
 * Prepares a database for the first process: migrations, the demo, and with `--build` the pages.
 * This runs in a process that ends (prepare.ts), because its modules take 250 MB.
 */
runEntry(async () => {
  // Ctrl-C also reaches the parent process, which ends this one.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(1))
  const { DATABASE_URL: url = '' } = env()
  await waitForDatabase(url, startTimeoutMs)
  await migrate(url)
  await requireSameStore(url)
  configureDatabase(roleUrls(url))
  await seedDemo()
  const { needed: ownerMissing } = await firstStart()
  await closeDatabase()
  if (process.argv.includes('--build')) {
    // The builder does not need the owner's password.
    delete process.env['DATABASE_URL']
    delete process.env['DATABASE_URL_FILE']
    if (await ensureBuilt()) await fillCompileCache()
  }
  process.send?.({ ownerMissing } satisfies Prepared, () => process.exit(0))
})
