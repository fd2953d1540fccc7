import { mkdir } from 'node:fs/promises'

import { clusterOrDataDir } from '#db/embedded-cluster'
import { noteBackup } from '#lib/last-backup'
import { makeBackup, ownVersion, type Done } from '#lib/backup/make-backup'
import type { Manifest } from '#lib/backup/manifest'
import { makeRepository } from '#lib/backup/repository'
import { deriveKey, env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'

import { archiveOf } from '../database/archiving.ts'
import { lockFolder } from '../database/data-dir-lock.ts'
import { say } from '../say.ts'
import { notedStore } from '../database/store-note.ts'
import { withEmbedded } from './with-embedded.ts'

type Options = {
  /** The folder of backups. */
  target: string
  passphrase?: string | undefined
  withSecretKey: boolean
  keep: number | undefined
  files: Manifest['files']
}

/** Tells whether a secret key is the one of a backup. */
export const keyFingerprint = (): string => deriveKey('fingerprint').toString('hex', 0, 8)

/** A full disk, or a folder that cannot be written, is the operator's to correct. */
function explain(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error
  throw new SettingsError(
    `The backup broke off (${message}). There is no backup of this time; what it has written goes ` +
      'with the next one.',
  )
}

const running = (what: string) => (holder: { pid: number; host: string }) =>
  `${what} is being made already (process ${holder.pid} on ${holder.host}). Wait for its end.`

/**
 * Makes a backup of the embedded database at `url`, which runs. One at a time, for this data folder
 * and into that folder. Throws a `SettingsError`.
 */
export async function backUpRunning(url: string, options: Options): Promise<Done> {
  const { target, passphrase, withSecretKey, keep, files } = options
  const { DATA_DIR, ARCHIVE_DIR } = env()
  const unlockSource = lockFolder(DATA_DIR, 'backup.lock', {
    address: target,
    refusal: running(`A backup of ${DATA_DIR}`),
  })
  try {
    await mkdir(target, { recursive: true, mode: 0o700 })
    const unlockTarget = lockFolder(target, 'backup.lock', {
      address: DATA_DIR,
      refusal: running(`A backup into ${target}`),
    })
    try {
      const repository = await makeRepository(target, passphrase)
      const source = {
        dataDir: DATA_DIR,
        cluster: clusterOrDataDir(DATA_DIR),
        url,
        password: new URL(url).password,
        archive: ARCHIVE_DIR ?? archiveOf(DATA_DIR),
        keyFingerprint: keyFingerprint(),
        files,
        withSecretKey,
        version: ownVersion(),
      }
      const begun = new Date()
      const done = await makeBackup(repository, source, { keep, progress: say }).catch(explain)
      await noteBackup(DATA_DIR, { at: begun, target })
      return done
    } finally {
      unlockTarget()
    }
  } finally {
    unlockSource()
  }
}

/**
 * Makes a backup of the embedded installation in DATA_DIR. While Rounds is stopped, it starts the
 * database for it. Throws a `SettingsError`.
 */
export async function backUp(options: Omit<Options, 'files'>): Promise<Done> {
  const { DATABASE_URL, DATA_DIR, FILES_STORE } = env()
  if (DATABASE_URL)
    throw new SettingsError(
      'The database is your own (DATABASE_URL): back it up by its own means, then the files. See ' +
        'docs/operations.md, "A Postgres of your own".',
    )
  const isInBucket = FILES_STORE === 's3' || notedStore(DATA_DIR) === 's3'
  const files = isInBucket ? ('s3' as const) : ('included' as const)
  return await withEmbedded(
    'npm run backup',
    async (url) => await backUpRunning(url, { ...options, files }),
  )
}
