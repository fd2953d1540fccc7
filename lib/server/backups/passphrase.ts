import { readFileSync } from 'node:fs'

import { SettingsError } from '#lib/settings-error'

const leastLength = 12

/** Reads the passphrase of a repository from a file; undefined without one. */
export function passphraseFrom(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  let text = ''
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new SettingsError(
      `The passphrase cannot be read from ${file} (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  if (text.length >= leastLength) return text
  throw new SettingsError(
    `The passphrase in ${file} has less than ${leastLength} characters. Make one with: ` +
      'openssl rand -base64 32',
  )
}
