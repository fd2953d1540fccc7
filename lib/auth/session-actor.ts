import { authPool } from '#db/client'
import { coalesced } from '#lib/coalesce'
import type { MemberRole } from '../domain/statuses.ts'
import type { Actor } from './actor.ts'
import { recordUse } from './last-use.ts'
import { idleSeconds, openSession } from './session-token.ts'

type SessionRow = {
  id: string
  userId: string
  organizationId: string
  name: string
  email: string
  role: MemberRole
  lastSeenAt: Date
  expiresAt: Date
}

const text = `
  select sessions.id, sessions.user_id as "userId", sessions.organization_id as "organizationId",
  members.name, members.email, members.role,
    last_seen_at as "lastSeenAt", expires_at as "expiresAt"
  from sessions join users on users.id = sessions.user_id
    join members on members.user_id = sessions.user_id
      and members.organization_id = sessions.organization_id
  where sessions.id = any($1::uuid[]) and users.disabled_at is null`

/** Every request asks Postgres; concurrent requests share one query. */
const rowOf = coalesced<string, SessionRow | undefined>(async (ids) => {
  const { rows } = await authPool().query<SessionRow>({
    name: 'sessions',
    text,
    values: [[...new Set(ids)]],
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
})

/**
 * Finds the person of a session cookie, or undefined. Every request asks again, so that a deleted
 * session, a disabled user and a removed member lose access at once and a changed role applies at
 * once.
 */
export async function actorOfSession(token: string, now = new Date()): Promise<Actor | undefined> {
  const sessionId = await openSession(token)
  const row = sessionId ? await rowOf(sessionId) : undefined
  if (
    !row ||
    row.expiresAt <= now ||
    row.lastSeenAt.getTime() <= now.getTime() - idleSeconds * 1000
  )
    return undefined
  recordUse('sessions', row.id, row.lastSeenAt, { now })
  return {
    kind: 'user',
    id: row.userId,
    name: row.name,
    email: row.email,
    organizationId: row.organizationId,
    role: row.role,
    sessionId: row.id,
  }
}
