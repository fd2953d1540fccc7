import { desc, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { sessions } from '#db/schema/people'
import { limitsOfPerson } from '#lib/auth/sessions/limits-of-person'
import { endOf, stateOf } from '#lib/auth/sessions/session-state'
import type { SessionView } from '#lib/contracts/organization/sessions'

/** The live sessions of a person that fit, last used first. `own` is the caller's session. */
export async function sessionViews(
  tx: Tx,
  { userId, which, own }: { userId: string; which: SQL | undefined; own: string | null },
): Promise<SessionView[]> {
  const now = new Date()
  const limits = await limitsOfPerson(tx, userId)
  const rows = await tx
    .select()
    .from(sessions)
    .where(which)
    .orderBy(desc(sessions.lastSeenAt))
    .limit(200)
  return rows
    .map((row) => ({ row, times: { ...row, ...limits } }))
    .filter(({ times }) => stateOf(times, now) !== 'over')
    .map(({ row, times }) => ({
      id: row.id,
      userAgent: row.userAgent,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      expiresAt: endOf(times).toISOString(),
      locked: stateOf(times, now) === 'locked',
      current: row.id === own,
    }))
}
