import { eq, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import { log } from '#lib/log'
import { signInAttempts } from './attempt-limit.ts'
import { passwordFits } from './password.ts'
import { startSession } from './start-session.ts'

type Input = { email: string; password: string; address: string; userAgent: string | null }
type SignIn = { userId: string; sessionId: string } | { refused: 'wrong' } | { refused: 'rate_limited'; retryAfterSeconds: number }

/**
 * Signs a person in by e-mail address and password. One answer, after the same time, for an unknown address, a wrong password, a disabled
 * account and one that belongs to no organization.
 */
export async function signInWithPassword({ email, password, address, userAgent }: Input): Promise<SignIn> {
  const normal = email.trim().toLowerCase()
  const wait = signInAttempts.take(normal, address)
  if (wait > 0) return { refused: 'rate_limited', retryAfterSeconds: wait }
  const [user] = await authDb().select().from(users).where(eq(sql`lower(${users.email})`, normal))
  const fits = await passwordFits(user?.passwordHash, password)
  const sessionId = user && fits && user.disabledAt === null ? await startSession(user.id, { userAgent, method: 'password' }) : undefined
  if (!user || !sessionId) {
    log.info({ userId: user?.id ?? null }, 'a sign-in was refused')
    return { refused: 'wrong' }
  }
  signInAttempts.forgive(normal, address)
  return { userId: user.id, sessionId }
}
