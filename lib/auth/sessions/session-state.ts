import { idleMinutes, sessionHours } from '#lib/domain/session-limits'

/** What decides whether a session may be used. */
export type SessionTimes = {
  createdAt: Date
  lastSeenAt: Date
  lockedAt: Date | null
  expiresAt: Date
  /** The strictest limits of the organizations of its person. */
  idleMinutes: number
  hours: number
}

/**
 * `open`: it may be used. `locked`: its person must give the password or a factor first. `over`:
 * nobody may use it again.
 */
export type SessionState = 'open' | 'locked' | 'over'

/**
 * Columns `"idleMinutes"` and `hours` of `limits`, joined to rows of `sessions`: the strictest of
 * all organizations of the person, because a session can go on in any of them.
 */
export const joinLimits = `cross join lateral (
    select
      min(coalesce((o.settings->>'sessionIdleMinutes')::int, ${idleMinutes.usual})) as "idleMinutes",
      min(coalesce((o.settings->>'sessionHours')::int, ${sessionHours.usual})) as hours
    from members m join organizations o on o.id = m.organization_id
    where m.user_id = sessions.user_id and m.disabled_at is null) limits`

/**
 * When the session is over, however active its person is. A limit that became stricter also holds
 * for sessions that run; one that became looser does not prolong them.
 */
export const endOf = ({ createdAt, expiresAt, hours }: SessionTimes): Date =>
  new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + hours * 3_600_000))

/** When the session locks unless its person does something before. */
export const idleFrom = ({ lastSeenAt, idleMinutes: minutes }: SessionTimes): Date =>
  new Date(lastSeenAt.getTime() + minutes * 60_000)

/** The server's judgement of a session. */
export function stateOf(times: SessionTimes, now: Date): SessionState {
  if (endOf(times) <= now) return 'over'
  return times.lockedAt !== null || idleFrom(times) <= now ? 'locked' : 'open'
}
