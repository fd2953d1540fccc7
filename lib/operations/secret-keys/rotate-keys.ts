import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addKey,
  asOwner,
  changeRolePasswords,
  closeFormer,
  letOpen,
  msUntilWriting,
  storedKeys,
} from '#db/change-secret-keys'
import { readSecretKeys } from '#db/secret-keys'
import { countOf } from '#lib/domain/count-of'
import { env, rereadSecretKey, secretKey } from '#lib/env'
import { keyIdOf, writingKey } from '#lib/keyring'
import { replaceSecretKeyFile } from '#lib/secret-key'
import { SettingsError } from '#lib/settings-error'
import { reEncryptValues, remainingValues } from './re-encrypt.ts'

type Say = (sentence: string) => void
export type Rotation = {
  /** Of a role that may migrate. */
  ownerUrl: string
  say: Say
  /** Every process reads the keys each five seconds; the new one writes after this time. */
  learnWithinMs?: number
}

/** A key that is not writing yet, or that has not re-encrypted everything: a rotation was stopped. */
async function isUnfinished(client: Parameters<typeof msUntilWriting>[0]): Promise<boolean> {
  if ((await msUntilWriting(client)) > 0) return true
  return writingKey()?.isFirst === false && (await remainingValues()) > 0
}

/** The secret that takes over from SECRET_KEY: of the settings, or one for DATA_DIR. */
function newSecret(): string | undefined {
  const { NEW_SECRET_KEY, SECRET_KEY } = env()
  if (NEW_SECRET_KEY !== undefined) {
    if (NEW_SECRET_KEY === secretKey())
      throw new SettingsError('NEW_SECRET_KEY is the present SECRET_KEY. Make another one.')
    return NEW_SECRET_KEY
  }
  return SECRET_KEY === undefined ? randomBytes(32).toString('base64url') : undefined
}

const sameSecret =
  'SECRET_KEY itself stays. To replace it too, give the next one as NEW_SECRET_KEY and repeat this.'

const nextSteps =
  'Now set SECRET_KEY to the new one on every machine, in any order, and restart it there; both are ' +
  'accepted meanwhile. When every process has it, close the former one: npm run rotate-key -- finish'

const aboutBackups =
  'Keep the former SECRET_KEY as long as backups from before are kept: restoring one needs it.'

/** Replaces the SECRET_KEY by `secret` where it can be done from here; else says what is to do. */
async function replaceSecret(rotation: Rotation, secret: string | undefined): Promise<void> {
  const { say } = rotation
  if (secret === undefined) return say(sameSecret)
  if (env().SECRET_KEY !== undefined) return say(nextSteps)
  const kept = replaceSecretKeyFile(env().DATA_DIR, secret)
  rereadSecretKey()
  say(`The new secret key is in DATA_DIR/secret.key; the former one is in ${kept}.`)
  await finishRotation(rotation)
}

/**
 * Replaces the key that encrypts stored values, and SECRET_KEY, which opens that key. Everything
 * goes on working meanwhile. Killed at any point, it is called again and takes up what is left.
 */
export async function rotateKeys(rotation: Rotation): Promise<void> {
  const { ownerUrl, say, learnWithinMs = 30_000 } = rotation
  const secret = newSecret()
  const resumed = await asOwner(ownerUrl, async (client) => {
    await readSecretKeys(client)
    if (secret !== undefined) await letOpen(client, secret)
    if (await isUnfinished(client)) return true
    // A change of SECRET_KEY that is under way: who has the other one has to open the new key too.
    const wrappedBy = new Set((await storedKeys(client)).flatMap(({ wraps }) => Object.keys(wraps)))
    wrappedBy.delete(keyIdOf(secretKey()))
    if (secret !== undefined) wrappedBy.delete(keyIdOf(secret))
    if (wrappedBy.size > 0 && env().SECRET_KEY !== undefined)
      throw new SettingsError(
        'A change of SECRET_KEY is not finished: when every process has the new one, close the ' +
          'former one with npm run rotate-key -- finish, and repeat this.',
      )
    await addKey(
      client,
      secret === undefined ? [secretKey()] : [secretKey(), secret],
      learnWithinMs,
    )
    return false
  })
  say(
    resumed
      ? 'An earlier rotation was stopped; this one goes on there.'
      : `A new key was made. It encrypts in ${Math.round(learnWithinMs / 1000)} s, when every process knows it.`,
  )
  await untilItWrites(ownerUrl)
  say('Encrypting stored values with it:')
  const { done, remaining, unreadable } = await reEncryptValues(say)
  say(
    `${countOf(done, 'value was', 'values were')} encrypted anew; ${remaining} of former keys are left.`,
  )
  for (const where of unreadable) say(`No key opens ${where}; it stays as it is. Enter it again.`)
  if (remaining > unreadable.length)
    say('Some were written meanwhile. Repeat the command for them: npm run rotate-key')
  await replaceSecret(rotation, secret)
  say(aboutBackups)
}

async function untilItWrites(ownerUrl: string): Promise<void> {
  for (;;) {
    const waitMs = await asOwner(ownerUrl, async (client) => {
      await readSecretKeys(client)
      return await msUntilWriting(client)
    })
    if (waitMs <= 0) return
    await sleep(waitMs + 1)
  }
}

/** Closes the former SECRET_KEY: processes that still have it do not start again. */
export async function finishRotation({ ownerUrl, say }: Rotation): Promise<void> {
  const closed = await asOwner(ownerUrl, async (client) => {
    await readSecretKeys(client)
    return await closeFormer(client)
  })
  say(
    closed > 0
      ? 'The former SECRET_KEY opens nothing any more.'
      : 'No former SECRET_KEY is open: there is nothing to finish.',
  )
}

/**
 * Gives the roles of the database passwords that derive from the newest key, instead of the one of
 * before. Processes that run notice nothing: they know the key, and take it for their next connection.
 */
export async function rotateRolePasswords({ ownerUrl, say }: Rotation): Promise<void> {
  const { changed, elsewhere } = await asOwner(ownerUrl, async (client) => {
    await readSecretKeys(client)
    const key = writingKey()
    if (!key || key.isFirst || (await msUntilWriting(client)) > 0)
      throw new SettingsError(
        'The passwords derive from the newest key, and there is none but the first. Make one ' +
          'before: npm run rotate-key',
      )
    const result = await changeRolePasswords(client, key)
    await readSecretKeys(client)
    return result
  })
  if (elsewhere.length > 0)
    throw new SettingsError(
      `Other databases of this server use the same roles: ${elsewhere.join(', ')}. Their processes ` +
        'would be locked out, so nothing was changed. Stop them, or give them a server of their own.',
    )
  say(`New passwords: ${changed.join(', ')}.`)
  say('With PgBouncer and a file of users, write it anew from pg_authid now, and reload it.')
}
