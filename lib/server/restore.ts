import path from 'node:path'

import { closeDatabase, configureDatabase } from '#db/client'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import type { Manifest } from '#lib/backup/manifest'
import { openRepository } from '#lib/backup/repository'
import { chooseBackup, restoreBackup, type Target } from '#lib/backup/restore-backup'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { installedPostgresMajor } from '#db/embedded-binaries'
import { SettingsError } from '#lib/settings-error'

import { keyFingerprint } from './backups/back-up.ts'
import { passphraseFrom } from './backups/passphrase.ts'
import { afterRestore } from './backups/after-restore.ts'
import { readOptions } from './command-options.ts'
import { lockDataDir } from './database/data-dir-lock.ts'
import { requireKnownMigrations } from './database/known-migrations.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

const usage = `npm run restore -- <backups> <new data folder> [--to <time>|end|backup] [--backup <name>]
    [--archive <folder>] [--passphrase-file <file>] [--files <data folder>]

--to       an instant like 2026-11-28T09:30:00Z, the end of the archived log, or the state of the
           backup. Without it: the end when there is an archived log, otherwise the backup.
--backup   this one instead of the newest that fits (npm run backup -- list <backups>)
--archive  the folder of continuous archiving (ARCHIVE_DIR), when it has moved
--files    the data folder whose files are copied, for a backup that has none`

function targetOf(text: string | undefined, hasArchive: boolean): Target {
  if (text === undefined) return hasArchive ? 'end' : 'backup'
  if (text === 'end' || text === 'backup') return text
  const at = new Date(text)
  if (!Number.isNaN(at.getTime()) && /\d{4}-\d\d-\d\d/.test(text)) return at
  throw new SettingsError(`--to must be a time, "end" or "backup".\n\n${usage}`)
}

function requireKey(manifest: Manifest): void {
  const { SECRET_KEY } = env()
  if (manifest.secretKey !== 'included' && SECRET_KEY === undefined)
    throw new SettingsError(
      'This backup does not have the secret key: set SECRET_KEY (or SECRET_KEY_FILE) to the one of ' +
        'the original. Without it stored credentials cannot be read.',
    )
  if (SECRET_KEY !== undefined && keyFingerprint() !== manifest.keyFingerprint)
    throw new SettingsError('SECRET_KEY is not the secret key of this backup.')
}

function requirePostgres({ postgres }: Manifest): void {
  const installed = installedPostgresMajor()
  if (installed !== postgres.major)
    throw new SettingsError(
      `The backup is of PostgreSQL ${postgres.major}; this version of Rounds has ${installed}. ` +
        'Restore it with the version of Rounds that made it.',
    )
}

/** `npm run restore`: a backup of the embedded installation, into a new data folder. */
runEntry(async () => {
  const options = readOptions(process.argv.slice(2), usage, {
    values: ['to', 'backup', 'archive', 'passphrase-file', 'files'],
  })
  const [from, to] = options.positionals
  if (from === undefined || to === undefined) throw new SettingsError(usage)
  const folder = path.resolve(to)
  // That the database ends after the restore is no news.
  log.level = 'error'
  // The settings of this process are those of the restored installation.
  process.env['DATA_DIR'] = folder
  const repository = openRepository(
    path.resolve(from),
    passphraseFrom(options.values['passphrase-file']),
  )
  const { to: wanted, backup: name, archive: named, files } = options.values
  const time = wanted === undefined ? 'backup' : targetOf(wanted, false)
  const manifest = await chooseBackup(repository, { name, target: time })
  requireKey(manifest)
  requirePostgres(manifest)
  requireKnownMigrations([manifest.migration], `The backup ${manifest.name}`)
  if (manifest.files === 'left' && files === undefined)
    throw new SettingsError(
      'This backup was made before an upgrade and has no files: name the data folder that has them ' +
        `by --files (it was ${manifest.dataDir}).`,
    )
  const archive = named ?? manifest.postgres.archive ?? undefined
  const target = targetOf(wanted, archive !== undefined)
  say(`Restoring the backup ${manifest.name} (state of ${manifest.databaseAt}) into ${folder} …`)
  await restoreBackup(
    repository,
    manifest,
    { folder, target, archive, filesFrom: files, progress: say },
    async ({ url, backupAt }) => {
      const unlock = lockDataDir(folder, 'npm run restore')
      try {
        await migrate(url)
        configureDatabase(roleUrls(url))
        await afterRestore(backupAt)
      } finally {
        await closeDatabase()
        unlock()
      }
    },
  )
  say(`DONE: the original is untouched. Start it with: DATA_DIR=${folder} npm start`)
})
