import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { authDb, type Database, type Tx } from '#db/client'
import { pendingSignIns, users, type SignInStep } from '#db/schema/index'
import { newId, randomToken } from '#lib/ids'

/** How long the steps after the password may take. */
export const pendingSeconds = 15 * 60

const hashOf = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex')

/** What a browser has proved so far, and what is still missing. */
export type PendingSignIn = typeof pendingSignIns.$inferSelect & {
  email: string
  name: string
}

type NewPending = Pick<PendingSignIn, 'userId' | 'method' | 'step' | 'passwordFault'> & {
  /** The organization whose invitation the person accepts by this sign-in. */
  organizationId?: string
}

/** Stores a sign-in that waits for `step`, and answers the token for the browser's cookie. */
export async function storePendingSignIn(
  pending: NewPending,
  db: Database | Tx = authDb(),
): Promise<string> {
  const token = randomToken()
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, sql`now()`))
  await db.insert(pendingSignIns).values({
    id: newId(),
    tokenHash: hashOf(token),
    ...pending,
    expiresAt: sql`now() + ${pendingSeconds} * interval '1 s'`,
  })
  return token
}

/**
 * Finds the sign-in of this browser; undefined when there is none, it has expired, or the account
 * was disabled meanwhile. With `lock` it stays as it is until that transaction ends, so that of
 * parallel answers only one goes on.
 */
export async function findPendingSignIn(
  token: string | undefined,
  { lock }: { lock?: Tx } = {},
): Promise<PendingSignIn | undefined> {
  if (!token) return undefined
  const query = (lock ?? authDb())
    .select()
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(
      and(
        eq(pendingSignIns.tokenHash, hashOf(token)),
        gt(pendingSignIns.expiresAt, sql`now()`),
        sql`${users.disabledAt} is null`,
      ),
    )
  const [row] = lock ? await query.for('update', { of: pendingSignIns }) : await query
  if (!row) return undefined
  return { ...row.pending_sign_ins, email: row.users.email, name: row.users.name }
}

/** Moves a sign-in on to its next step. */
export async function movePendingSignIn(
  tx: Tx,
  id: string,
  change: { step: SignInStep; method: PendingSignIn['method']; recovered: boolean },
): Promise<void> {
  await tx.update(pendingSignIns).set(change).where(eq(pendingSignIns.id, id))
}

/** Ends a sign-in: it was completed, or given up. */
export async function deletePendingSignIn(tx: Tx, id: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.id, id))
}

/** Ends all sign-ins of a person that have not been completed: their password has changed. */
export async function deletePendingSignIns(tx: Tx, userId: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
}
