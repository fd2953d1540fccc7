import { and, eq, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import { log } from '#lib/log'
import { withAccount } from './known-device.ts'
import { hashPassword, isOldHash, isPasswordQueueFull, passwordFits } from '../password.ts'
import { faultOfPassword } from '../passwords/fault-of-password.ts'
import { beginSignIn } from './continue-sign-in.ts'
import { countTry } from './sign-in-limit.ts'
import { ownWayOf } from '../single-sign-on/enforcement.ts'

type Input = {
  email: string
  password: string
  address: string
  userAgent: string | null
  /** Of the cookie of browser-cookie.ts. */
  browserId?: string | undefined
  /** The cookie of known-device.ts. */
  device?: string | undefined
}
type SignIn =
  | { userId: string; sessionId: string; knownDevice: string }
  /** Something is missing before the session; `pending` is the token for the browser's cookie. */
  | { refused: 'next_step'; pending: string }
  | { refused: 'wrong' }
  | { refused: 'rate_limited'; retryAfterSeconds: number }

type User = typeof users.$inferSelect

/**
 * Stores the password with the present parameters. Not when too many wait: the next sign-in will.
 */
async function replaceOldHash({ id, passwordHash }: User, password: string): Promise<void> {
  if (!passwordHash || !isOldHash(passwordHash)) return
  try {
    await authDb()
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      // Unless the password was changed meanwhile.
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
  } catch (error) {
    if (!isPasswordQueueFull(error)) throw error
  }
}

/**
 * Signs a person in by e-mail address and password, or stores that a second factor is missing, or
 * that the person should choose a better password. Gives the same answer, after the same time, for
 * an unknown address, a wrong password, a disabled account, one without an organization and one
 * whose domain demands single sign-on: the answer never tells that a password is right. Throws
 * 503 when too many passwords wait; such a try does not count.
 */
export async function signInWithPassword(input: Input): Promise<SignIn> {
  const { password, address, userAgent, browserId, device } = input
  const email = input.email.trim().toLowerCase()
  const counted = await countTry({ email, address, device })
  if (counted.waitSeconds > 0)
    return { refused: 'rate_limited', retryAfterSeconds: counted.waitSeconds }
  const [user] = await authDb()
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email))
  const fits = await passwordFits(user?.passwordHash, password).catch(async (error: unknown) => {
    if (isPasswordQueueFull(error)) await counted.wasNotRead()
    throw error
  })
  const mayEnter =
    user && fits && user.disabledAt === null && (await ownWayOf(user)).way !== 'refused'
  const fault = mayEnter ? await faultOfPassword(authDb(), password, { userId: user.id }) : null
  const progress = mayEnter
    ? await beginSignIn(user, fault ?? null, { userAgent, browserId })
    : undefined
  if (!user || !progress) {
    log.info({ userId: user?.id ?? null }, 'a sign-in was refused')
    return { refused: 'wrong' }
  }
  await counted.wasRight()
  await replaceOldHash(user, password)
  // A browser is known only after the whole way: the password alone may have been stolen.
  if ('token' in progress) return { refused: 'next_step', pending: progress.token }
  const { sessionId } = progress
  return { userId: user.id, sessionId, knownDevice: withAccount(device, email) }
}
