import { hash, verify } from '@node-rs/argon2'

// argon2id with OWASP's first choice of parameters (Password Storage Cheat Sheet, 2024): 19 MiB, 2
// passes, 1 lane. 2 is Argon2id in the package's const enum, which type stripping cannot read.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), options)

// Of a random password that nobody has: lets an unknown e-mail address take as long as a known one.
let nobodysHash: Promise<string> | undefined

/**
 * Whether the password fits. Takes the same time when there is no hash to compare with, so that
 * nobody learns which addresses have an account.
 */
export async function passwordFits(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodysHash ??= hashPassword(crypto.randomUUID())
  const fits = await verify(storedHash ?? (await nobodysHash), password.normalize('NFKC'))
  return fits && storedHash !== null && storedHash !== undefined
}
