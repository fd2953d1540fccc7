import { eq, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import { log } from '#lib/log'
import { withAccount } from './known-device.ts'
import { isPasswordQueueFull, passwordFits } from './password.ts'
import { countTry } from './sign-in-limit.ts'
import { startSession } from './start-session.ts'

type Input = {
  email: string
  password: string
  address: string
  userAgent: string | null
  /** The cookie of known-device.ts. */
  device?: string | undefined
}
type SignIn =
  | { userId: string; sessionId: string; knownDevice: string }
  | { refused: 'wrong' }
  | { refused: 'rate_limited'; retryAfterSeconds: number }

/**
 * Signs a person in by e-mail address and password. Gives the same answer, after the same time, for
 * an unknown address, a wrong password, a disabled account and one without an organization. Throws
 * 503 when too many passwords wait; such a try does not count.
 */
export async function signInWithPassword(input: Input): Promise<SignIn> {
  const { password, address, userAgent, device } = input
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
  const sessionId =
    user && fits && user.disabledAt === null
      ? await startSession(user.id, { userAgent, method: 'password' })
      : undefined
  if (!user || !sessionId) {
    log.info({ userId: user?.id ?? null }, 'a sign-in was refused')
    return { refused: 'wrong' }
  }
  await counted.wasRight()
  return { userId: user.id, sessionId, knownDevice: withAccount(device, email) }
}
