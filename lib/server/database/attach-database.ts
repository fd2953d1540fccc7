import { embeddedUrl } from '#db/embedded-cluster'
import { askDatabase, configureDatabase } from '#db/client'
import { roleUrls } from '#db/role-url'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'

/**
 * Connects a command to the database of the running service: that of DATABASE_URL, or the embedded
 * one of DATA_DIR. Changes nothing in it, and starts nothing. Throws a `SettingsError` when it does
 * not answer.
 */
export async function attachDatabase(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env()
  const url = DATABASE_URL ?? embeddedUrl(DATA_DIR)
  const notRunning =
    'Rounds is not running here: start it first (npm start), in the same folder and with the same ' +
    'settings, and repeat this in another terminal.'
  if (!url) throw new SettingsError(notRunning)
  configureDatabase(roleUrls(url))
  try {
    await askDatabase()
  } catch {
    throw new SettingsError(notRunning)
  }
}
