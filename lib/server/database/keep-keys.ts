import { authPool, beforeClosing, showPasswordsToPooler } from '#db/client'
import { readSecretKeys } from '#db/secret-keys'
import { keyOfRoles } from '#lib/keyring'
import { log } from '#lib/log'
import { SettingsError } from '#lib/settings-error'

/** A new key writes half a minute after it was made (rotate-keys.ts), so every process knows it. */
const everyMs = 5000

/**
 * Reads the installation's keys, and again every few seconds, so that a rotation needs no restart.
 * A database that does not answer is asked again later; throws a `SettingsError` when SECRET_KEY
 * does not open the keys.
 */
export async function keepKeys(): Promise<void> {
  const read = async () => await readSecretKeys(authPool())
  await read().catch((error: unknown) => {
    if (error instanceof SettingsError) throw error
    log.warn({ error }, 'the keys of the installation could not be read yet')
  })
  let shown = keyOfRoles()?.id
  const readAgain = async () => {
    await read()
    const present = keyOfRoles()?.id
    if (present !== shown && (await showPasswordsToPooler())) shown = present
  }
  const reading = setInterval(() => {
    readAgain().catch((error: unknown) => {
      // The database may be away; what this process knows goes on working.
      if (error instanceof SettingsError) log.error({ error }, error.message)
    })
  }, everyMs).unref()
  beforeClosing('keys', async () => clearInterval(reading))
}
