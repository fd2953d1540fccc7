import { embeddedUrl } from '#db/embedded-cluster'
import { askDatabase, authPool, configureDatabase } from '#db/client'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'
import { readBucketMarkBy } from '#lib/store/store'

import { readStoreNotes } from './store-notes.ts'
import { urlsOfRoles } from './urls-of-roles.ts'

const notRunning =
  'Rounds is not running here: start it first (npm start), in the same folder and with the same ' +
  'settings, and repeat this in another terminal.'

/** With a Postgres of one's own it is that server, whether Rounds runs or not. */
function whyNot({ code = 'no answer', message }: NodeJS.ErrnoException): string {
  const { DATABASE_URL } = env()
  if (!DATABASE_URL) return notRunning
  const { hostname, port } = new URL(DATABASE_URL)
  const where = `The database at ${hostname}:${port || '5432'}`
  // SQLSTATEs have five characters; what the system says begins with E.
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')
    ? `${where} refuses us: ${message} (${code}). Check DATABASE_URL.`
    : `${where} does not answer (${code}). Check DATABASE_URL, and that the server is running.`
}

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
    readBucketMarkBy(async () => (await readStoreNotes(authPool())).bucket)
    await askDatabase()
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError(whyNot(error as NodeJS.ErrnoException))
  }
}
