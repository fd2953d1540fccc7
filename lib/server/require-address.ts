import { isLoopback } from '#lib/client-address'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'

/**
 * Refuses a service that others reach and that does not know its own address: links in mails would
 * lead to their readers' own machines, and sign-in would believe a header that anybody can send.
 * `isDemo`: `npm start`, which without HOST and BASE_URL is for one machine. Throws a `SettingsError`.
 */
export function requireAddress({ isDemo }: { isDemo: boolean }): void {
  const { hasBaseUrl, HOST } = env()
  // The parent process has checked already.
  if (hasBaseUrl || process.env['ROUNDS_APP_URL']) return
  if (HOST === undefined ? isDemo : isLoopback(HOST)) return
  throw new SettingsError(
    'BASE_URL is not set, and other machines reach this service. Set it to the address that ' +
      'people use, for example BASE_URL=https://rounds.example.com, on every machine. For this ' +
      'machine alone set HOST=127.0.0.1 instead.',
  )
}
