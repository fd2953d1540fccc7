import { timingSafeEqual } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isAskedHere, isLoopbackHost } from '#lib/client-address'
import { deriveKey, env } from '#lib/env'
import { ApiError } from '#lib/domain/api-error'
import { setUpTokenFile } from '#lib/set-up-token-file'
import { SettingsError } from '#lib/settings-error'

/**
 * Whoever creates the first account owns the installation, so a stranger who comes first must not.
 * The token is derived from the secret key: all machines of one installation know the same one, and
 * nothing is stored in the database.
 */
const token = (): string => deriveKey('set-up token').toString('base64url').slice(0, 24)

/**
 * Whether the request needs the set-up token: every request but those from this machine to an
 * installation that has no address of its own. With an address, a proxy on this machine may stand
 * before it.
 */
export function needsSetUpToken(): boolean {
  const { BASE_URL, NODE_ENV } = env()
  if (NODE_ENV !== 'production') return false
  return !(isLoopbackHost(new URL(BASE_URL).hostname) && isAskedHere())
}

/** Throws 400 at the field when a token is needed and another one was given. */
export function requireSetUpToken(given: string | undefined): void {
  if (!needsSetUpToken()) return
  const own = Buffer.from(token())
  const other = Buffer.from(given ?? '')
  if (own.length === other.length && timingSafeEqual(own, other)) return
  throw ApiError.invalid([
    {
      path: 'setUpToken',
      message:
        'Give the set-up token: the server keeps it in the file set-up-token of its data folder.',
    },
  ])
}

/**
 * Puts the token where only the operator can read it, and answers the file. Throws a
 * `SettingsError` when it cannot be written.
 */
export function writeSetUpToken(): string {
  const file = setUpTokenFile()
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${token()}\n`, { mode: 0o600 })
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be written (${(error as Error).message}). Make DATA_DIR writable: the first ` +
        'account is created with the token in it.',
    )
  }
  return file
}
