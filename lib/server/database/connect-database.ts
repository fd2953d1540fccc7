import { existsSync } from 'node:fs'
import path from 'node:path'

import { authPool, configureDatabase } from '#db/client'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'
import { readBucketMarkBy } from '#lib/store/store'

import { keepKeys } from './keep-keys.ts'
import { requireSameStore } from './require-same-store.ts'
import { readStoreNotes } from './store-notes.ts'
import { startTimeoutMs, waitForDatabase } from './wait-for-database.ts'

/**
 * Sets the connection strings of `#db/client`. `npm start` passes them in the environment. A
 * process that was started alone (`npm run web`, `npm run worker`) derives them from DATABASE_URL,
 * and migrates that database first; it must see the store of files that the others see. Waits up
 * to `patienceMs` milliseconds for a database that cannot be reached.
 */
export async function connectDatabase(patienceMs = startTimeoutMs): Promise<void> {
  const {
    ROUNDS_APP_URL: appUrl,
    ROUNDS_AUTH_URL: authUrl,
    ROUNDS_ENGINE_URL: engineUrl = '',
  } = process.env
  if (appUrl && authUrl) {
    // A worker cannot start without the database; the pages report its absence by themselves.
    if (engineUrl) await waitForDatabase(engineUrl, patienceMs)
    configureDatabase({ appUrl, authUrl, engineUrl })
    return await learn()
  }
  const { DATABASE_URL, SECRET_KEY, DATA_DIR } = env()
  if (!DATABASE_URL) {
    throw new SettingsError(
      'npm run web and npm run worker need DATABASE_URL, the database that they share. ' +
        'On one machine npm start is enough: it starts its own database.',
    )
  }
  if (!SECRET_KEY && !existsSync(path.join(DATA_DIR, 'secret.key'))) {
    throw new SettingsError(
      'npm run web and npm run worker need SECRET_KEY, the same for every process of one ' +
        'database. Create one with: openssl rand -base64 32',
    )
  }
  await waitForDatabase(DATABASE_URL, patienceMs)
  await migrate(DATABASE_URL)
  await requireSameStore(DATABASE_URL)
  configureDatabase(roleUrls(DATABASE_URL))
  await learn()
}

/** What a process learns of the installation from its database. */
async function learn(): Promise<void> {
  readBucketMarkBy(async () => (await readStoreNotes(authPool())).bucket)
  await keepKeys()
}
