import path from 'node:path'

import type { Done } from '#lib/backup/make-backup'
import { backupNames, openRepository, readManifest } from '#lib/backup/repository'
import { verifyBackups } from '#lib/backup/verify-backup'
import { countOf } from '#lib/domain/count-of'
import { SettingsError } from '#lib/settings-error'

import { backUp } from './backups/back-up.ts'
import { passphraseFrom } from './backups/passphrase.ts'
import { readOptions } from './command-options.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

const usage = `npm run backup -- <folder> [--keep <n>] [--passphrase-file <file>] [--without-secret-key]
npm run backup -- verify <folder> [<backup>] [--passphrase-file <file>]
npm run backup -- list <folder> [--passphrase-file <file>]

The first makes a backup of the installation in DATA_DIR, also while it runs. Later ones into the
same folder store only what changed. --keep removes all but the newest n.`

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const keep = Number(text)
  if (Number.isInteger(keep) && keep >= 1) return keep
  throw new SettingsError(`--keep must be a whole number of at least 1.\n\n${usage}`)
}

function aboutSecretKey(secretKey: Done['manifest']['secretKey'], encrypted: boolean): string {
  if (secretKey === 'left-out')
    return (
      'It does not have the secret key: keep DATA_DIR/secret.key elsewhere. Without it a restored ' +
      'installation does not start, and stored credentials cannot be read.'
    )
  if (secretKey === 'not-in-folder')
    return 'It does not have the secret key, which is in SECRET_KEY: keep that elsewhere.'
  return encrypted
    ? 'It has the secret key, encrypted by the passphrase: keep that elsewhere.'
    : 'It has the secret key, and is not encrypted: whoever reads it can read patient data and ' +
        'stored credentials. Guard it like the data folder, or use --passphrase-file.'
}

async function makeOne(target: string, options: ReturnType<typeof readOptions>): Promise<void> {
  const passphrase = passphraseFrom(options.values['passphrase-file'])
  const done = await backUp({
    target,
    passphrase,
    withSecretKey: !options.flags.has('without-secret-key'),
    keep: keepOf(options.values['keep']),
  })
  const { manifest, bytes, newBytes, removed } = done
  if (manifest.files === 's3')
    say('Files are in S3 and not in this backup: the bucket needs versioning (docs/operations.md).')
  if (removed)
    say(
      `Removed: ${countOf(removed.backups, 'older backup')}, ${countOf(removed.objects, 'object')}, ${countOf(removed.log, 'file')} ` +
        'of the archived log.',
    )
  say(aboutSecretKey(manifest.secretKey, passphrase !== undefined))
  say(
    `DONE: backup ${manifest.name} in ${target}, ${inMegabytes(bytes)}, of which ` +
      `${inMegabytes(newBytes)} are new. It has all that was committed at ${manifest.databaseAt}.`,
  )
}

async function verify(folder: string, options: ReturnType<typeof readOptions>): Promise<void> {
  const repository = openRepository(folder, passphraseFrom(options.values['passphrase-file']))
  const verified = await verifyBackups(repository, { only: options.positionals[2], progress: say })
  if (verified.length === 0) throw new SettingsError(`${folder} has no finished backup.`)
  for (const { manifest, damaged } of verified)
    say(
      damaged.length === 0
        ? `${manifest.name}: whole, ${countOf(manifest.entries.length, 'file')}.`
        : `${manifest.name}: DAMAGED\n  ${damaged.slice(0, 20).join('\n  ')}`,
    )
  const bad = verified.filter(({ damaged }) => damaged.length > 0).length
  if (bad > 0)
    throw new SettingsError(
      `FAILED: of ${countOf(verified.length, 'backup')}, ${bad} ${bad === 1 ? 'is' : 'are'} damaged.`,
    )
  say(`DONE: ${countOf(verified.length, 'backup is', 'backups are')} whole.`)
}

async function list(folder: string, options: ReturnType<typeof readOptions>): Promise<void> {
  const repository = openRepository(folder, passphraseFrom(options.values['passphrase-file']))
  for (const name of await backupNames(repository)) {
    const { databaseAt, rounds, entries, files } = await readManifest(repository, name)
    const bytes = entries.reduce((sum, { size }) => sum + size, 0)
    say(`${name}  state of ${databaseAt}, Rounds ${rounds}, ${inMegabytes(bytes)}, files ${files}`)
  }
}

/** `npm run backup`: backups of the embedded installation. */
runEntry(async () => {
  const options = readOptions(process.argv.slice(2), usage, {
    values: ['keep', 'passphrase-file'],
    flags: ['without-secret-key'],
  })
  const [first, second] = options.positionals
  if (first === undefined) throw new SettingsError(usage)
  const acts: Partial<Record<string, typeof verify>> = { verify, list }
  const act = acts[first]
  if (!act) return await makeOne(path.resolve(first), options)
  if (second === undefined) throw new SettingsError(usage)
  await act(path.resolve(second), options)
})
