import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { idleMinutes, sessionHours } from '#lib/domain/session-limits'
import { joinLimits, type SessionTimes } from './session-state.ts'

/** The limits of a person's sessions: the strictest of their organizations. */
export async function limitsOfPerson(
  tx: Tx,
  userId: string,
): Promise<Pick<SessionTimes, 'idleMinutes' | 'hours'>> {
  const { rows } = await tx.execute<{ idleMinutes: number | null; hours: number | null }>(sql`
    select limits.* from (values (${userId}::uuid)) as sessions(user_id) ${sql.raw(joinLimits)}`)
  return {
    idleMinutes: rows[0]?.idleMinutes ?? idleMinutes.usual,
    hours: rows[0]?.hours ?? sessionHours.usual,
  }
}
