import { and, eq, sql } from 'drizzle-orm'
import { authDb, type Database, type Tx } from '#db/client'
import { factorTries } from '#db/schema/factors'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { knownDevice } from '../sign-in/known-device.ts'

/** Wrong codes without a wait; each further one doubles the wait, up to a day. */
const freeTries = 5
const firstWaitSeconds = 30
const maxWaitSeconds = 24 * 60 * 60

/** Whose code, and the cookie of known-device.ts, by which their own browser is told apart. */
export type FactorTry = { userId: string; email: string; device: string | undefined }

/** The count of this browser: its own when it has signed in to this account before. */
const deviceOf = ({ email, device }: FactorTry): string => knownDevice(device, email)?.id ?? 'other'

/** How long after so many wrong codes the next one is allowed. */
const waitAfter = (tries: ReturnType<typeof sql>) => sql`case when ${tries} < ${freeTries}
  then interval '0 s' else least(${firstWaitSeconds} * power(2, least(${tries} - ${freeTries}, 20)),
  ${maxWaitSeconds}) * interval '1 s' end`

/**
 * Counts one code before it is checked, so that parallel tries count too. Throws 429 while the
 * person has to wait. Who guesses here knows the password already; a known browser of the person
 * has a count of its own, passkeys are not counted, and a new password clears all counts, so that
 * nobody can lock the person out. By the clock of Postgres.
 */
export async function countFactorTry(attempt: FactorTry): Promise<void> {
  const device = deviceOf(attempt)
  const tries = sql`${factorTries.tries} + 1`
  const [counted] = await authDb()
    .insert(factorTries)
    .values({ userId: attempt.userId, device, tries: 1, nextTryAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: [factorTries.userId, factorTries.device],
      set: { tries, nextTryAt: sql`clock_timestamp() + ${waitAfter(tries)}` },
      setWhere: sql`${factorTries.nextTryAt} <= clock_timestamp()`,
    })
    .returning({ tries: factorTries.tries })
  if (counted) return
  const [row] = await authDb()
    .select({
      wait: sql<number>`ceil(extract(epoch from ${factorTries.nextTryAt} - clock_timestamp()))::int`,
    })
    .from(factorTries)
    .where(and(eq(factorTries.userId, attempt.userId), eq(factorTries.device, device)))
  const seconds = Math.max(1, row?.wait ?? 1)
  throw new ApiError(
    'rate_limited',
    `Too many wrong codes. Try again in ${countOf(seconds, 'second')}, or use ` + 'a passkey.',
    { retryAfterSeconds: seconds },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** Forgets the wrong codes of this browser after a right one. */
export async function forgetFactorTries(db: Database | Tx, attempt: FactorTry): Promise<void> {
  await db
    .delete(factorTries)
    .where(and(eq(factorTries.userId, attempt.userId), eq(factorTries.device, deviceOf(attempt))))
}

/** Forgets all wrong codes of a person: whoever guessed does not know the new password. */
export async function forgetAllFactorTries(tx: Tx, userId: string): Promise<void> {
  await tx.delete(factorTries).where(eq(factorTries.userId, userId))
}
