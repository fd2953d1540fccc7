import { randomBytes } from 'node:crypto'
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { SettingsError } from './settings-error.ts'

/**
 * The key kept in `<dataDir>/secret.key`, readable by its owner only; made on first use.
 * Throws a `SettingsError` when the file is damaged or cannot be written.
 */
export function persistedSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key')
  const key = readKey(file) ?? makeKey(file)
  if (key.length < 32) {
    throw new SettingsError(
      `${file} is damaged. Restore it from a backup, or set SECRET_KEY: ` +
        'stored credentials cannot be read without it.',
    )
  }
  return key
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new SettingsError(
      `${file} cannot be read (${(error as Error).message}). Make it readable, or set SECRET_KEY.`,
    )
  }
}

/**
 * Several processes may get here at the same time: the first to put its finished draft in place
 * wins, the others read that one.
 */
function makeKey(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    publish(draft, file)
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be written (${(error as Error).message}). Make DATA_DIR writable, ` +
        'or set SECRET_KEY.',
    )
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(file) ?? ''
}

/**
 * Linking is atomic; some file systems cannot link, so there the draft is copied. Neither replaces
 * a file that is there.
 */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    try {
      copyFileSync(draft, file, constants.COPYFILE_EXCL)
    } catch (copyError) {
      if ((copyError as NodeJS.ErrnoException).code !== 'EEXIST') throw copyError
    }
  }
}

/**
 * Puts another key into `<dataDir>/secret.key`; answers the file that keeps the former one, which
 * backups from before need. Throws a `SettingsError` when it cannot be written.
 */
export function replaceSecretKeyFile(dataDir: string, key: string): string {
  const file = path.join(dataDir, 'secret.key')
  const kept = `${file}.until-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const draft = `${file}.${process.pid}`
  try {
    copyFileSync(file, kept, constants.COPYFILE_EXCL)
    writeFileSync(draft, `${key}\n`, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be replaced (${(error as Error).message}). The former key goes on working. ` +
        'Make DATA_DIR writable and repeat this.',
    )
  }
  return kept
}
