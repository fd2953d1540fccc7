import { closeDatabase, configureDatabase, enginePool } from '#db/client'
import { migrate } from '#db/migrate'
import { countOf } from '#lib/domain/count-of'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { releaseGeneration } from '#lib/operations/restores/release-generation'
import { SettingsError } from '#lib/settings-error'

import { afterRestore, sayMissing } from './backups/after-restore.ts'
import { withEmbedded } from './backups/with-embedded.ts'
import { urlsOfRoles } from './database/urls-of-roles.ts'
import { readOptions } from './command-options.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

const usage = `npm run restore-check -- --backup-at <time>   after a restore, before Rounds is started
npm run restore-check -- --release            when nothing happened after the backup
npm run restore-check                         only compares the database with the files

<time> is the state that was restored, like 2026-11-28T09:30:00Z.`

/** Whoever has the server. */
const operator = 'The operator of this installation'

async function requireStopped(): Promise<void> {
  const { rows } = await enginePool().query<{ names: string | null }>(
    `select string_agg(distinct application_name, ', ') as names from pg_stat_activity
     where datname = current_database() and application_name in ('rounds worker', 'rounds queue')`,
  )
  if (rows[0]?.names)
    throw new SettingsError(
      'Rounds is running on this database: its workers may have repeated calls already. Stop all ' +
        'of its processes, then run this again.',
    )
}

async function release(): Promise<void> {
  const released = await releaseGeneration(operator)
  say(
    released
      ? `Released: ${countOf(released.runs, 'run goes', 'runs go')} on, ` +
          `${countOf(released.calls, 'call')} that waited for an answer ${released.calls === 1 ? 'is' : 'are'} made, ` +
          `${countOf(released.mails, 'mail is', 'mails are')} sent.`
      : 'Nothing is held.',
  )
}

/** `npm run restore-check`: what follows a restore of any database. */
runEntry(async () => {
  const options = readOptions(process.argv.slice(2), usage, {
    values: ['backup-at'],
    flags: ['release'],
  })
  const backupAt = options.values['backup-at']
  if (backupAt !== undefined && Number.isNaN(Date.parse(backupAt)))
    throw new SettingsError(`--backup-at must be a time.\n\n${usage}`)
  const work = async (url: string): Promise<void> => {
    configureDatabase(await urlsOfRoles(url))
    try {
      if (options.flags.has('release')) return await release()
      if (backupAt === undefined) return await sayMissing()
      await migrate(url)
      await requireStopped()
      await afterRestore(new Date(backupAt))
    } finally {
      await closeDatabase()
    }
  }
  // That the database ends after the work is no news.
  log.level = 'error'
  const { DATABASE_URL } = env()
  await (DATABASE_URL ? work(DATABASE_URL) : withEmbedded('npm run restore-check', work))
})
