import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '#lib/domain/api-error'
import { normalPassword } from '#lib/domain/password-rules'

// argon2id with the second recommendation of RFC 9106 §4: 64 MiB and 3 passes, in 1 lane, because
// several would use several threads at once. 2 is Argon2id in the package's const enum, which type
// stripping cannot read.
const options = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
const present = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`

/**
 * Max waiting hashes. A hash takes 60 to 100 ms, so the last in the queue waits three to five
 * seconds.
 */
const maxWaiting = 50
const retryAfterSeconds = '5'
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Hashes one password at a time: more at once would use the threads that files and DNS need too,
 * and 64 MB each. Throws 503 with `Retry-After` when too many wait.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting)
    throw new ApiError(
      'unavailable',
      'Many passwords are being checked right now. Try again in a few seconds.',
      { reason: 'passwords' },
      { headers: { 'retry-after': retryAfterSeconds } },
    )
  waiting += 1
  const mine = last.then(work).finally(() => {
    waiting -= 1
  })
  last = mine.catch(() => undefined)
  return await mine
}

/** Whether `passwordFits` or `hashPassword` threw because too many passwords wait. */
export const isPasswordQueueFull = (error: unknown): boolean =>
  error instanceof ApiError && error.details['reason'] === 'passwords'

/** Whether a stored hash is weaker than those of `hashPassword`; it is replaced at the next sign-in. */
export const isOldHash = (storedHash: string): boolean => !storedHash.startsWith(present)

/** Hashes a password for storage. Throws 503 when too many passwords wait to be hashed. */
export const hashPassword = async (password: string): Promise<string> =>
  await inTurn(() => hash(normalPassword(password), options))

// The hash of a random password that nobody has: with it, an unknown e-mail address takes as long
// as a known one.
let nobodysHash: string | undefined

/**
 * Whether the password fits. Takes the same time without a hash to compare with, so that the time
 * does not reveal which addresses have an account. Throws 503 when too many passwords wait.
 */
export async function passwordFits(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const normal = normalPassword(password)
  const fits = await inTurn(async () => {
    nobodysHash ??= await hash(crypto.randomUUID(), options)
    return await verify(storedHash ?? nobodysHash, normal)
  })
  return fits && storedHash !== null && storedHash !== undefined
}
