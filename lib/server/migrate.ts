import { migrate } from '#db/migrate'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'

import { startTimeoutMs, waitForDatabase } from './database/wait-for-database.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/**
 * `npm run migrate`: brings a database of one's own up to date, for a job that comes before the
 * processes of a new version. Each process does the same at its start, so the job is no condition; it
 * says in a place of its own why a migration does not go through.
 */
runEntry(async () => {
  const { DATABASE_URL, SECRET_KEY } = env()
  if (!DATABASE_URL || !SECRET_KEY)
    throw new SettingsError(
      'npm run migrate needs DATABASE_URL and SECRET_KEY. The embedded database of npm start is ' +
        'brought up to date when it starts.',
    )
  await waitForDatabase(DATABASE_URL, startTimeoutMs)
  await migrate(DATABASE_URL)
  say('The database is up to date.')
})
