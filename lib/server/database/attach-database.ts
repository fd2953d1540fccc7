import { embeddedUrl } from '#db/embedded-cluster'
import { askDatabase, configureDatabase } from '#db/client'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'

import { urlsOfRoles } from './urls-of-roles.ts'

const notRunning =
  'Rounds is not running here: start it first (npm start), in the same folder and with the same ' +
  'settings, and repeat this in another terminal.'

/**
 * The owner's connection string of the running service's database: that of DATABASE_URL, or the
 * embedded one of DATA_DIR. Throws a `SettingsError` when there is none.
 */
export function ownerUrl(): string {
  const { DATABASE_URL, DATA_DIR } = env()
  const url = DATABASE_URL ?? embeddedUrl(DATA_DIR)
  if (!url) throw new SettingsError(notRunning)
  return url
}

/**
 * Connects a command to the database of the running service. Changes nothing in it, and starts
 * nothing. Throws a `SettingsError` when it does not answer.
 */
export async function attachDatabase(): Promise<void> {
  const url = ownerUrl()
  try {
    configureDatabase(await urlsOfRoles(url))
    await askDatabase()
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError(notRunning)
  }
}
