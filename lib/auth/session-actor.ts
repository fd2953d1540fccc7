import { authPool } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { accessBookOf } from './access-book.ts'
import { movedSql, newActor, type Actor } from './actor.ts'
import { permissionsOf } from './permissions.ts'
import {
  joinLimits,
  stateOf,
  type SessionState,
  type SessionTimes,
} from './sessions/session-state.ts'
import { openSession } from './session-token.ts'

type SessionRow = SessionTimes & {
  id: string
  userId: string
  organizationId: string
  name: string
  email: string
  role: string
  /** The permissions of a custom role; null for a built-in one. */
  custom: string[] | null
  accessRevision: number
  /** As `groupsOfPerson` (lib/directory) reads them. */
  groups: string[]
  organizationRate: number | null
  moved: Actor['moved']
  confirmedAt: Date | null
}

/** A session that is open or locked, and whose it is. */
export type LiveSession = {
  actor: Actor
  state: Exclude<SessionState, 'over'>
  times: SessionTimes
  confirmedAt: Date | null
}

const text = `
  select sessions.id, sessions.user_id as "userId", sessions.organization_id as "organizationId",
    members.name, members.email, members.role, roles.permissions as custom,
    organizations.access_revision::float8 as "accessRevision",
    array(select g.group_id from directory_users d
      join directory_group_members g on g.directory_user_id = d.id
      where d.organization_id = sessions.organization_id and d.user_id = sessions.user_id and d.active
        and d.deleted_at is null)::text[] as groups, sessions.created_at as "createdAt",
    last_seen_at as "lastSeenAt", locked_at as "lockedAt", confirmed_at as "confirmedAt",
    expires_at as "expiresAt", limits."idleMinutes", limits.hours,
    organizations.rate_per_minute as "organizationRate",
    ${movedSql('organizations')} as moved
  from sessions join users on users.id = sessions.user_id
    join organizations on organizations.id = sessions.organization_id
    join members on members.user_id = sessions.user_id
      and members.organization_id = sessions.organization_id
    left join roles on roles.organization_id = members.organization_id
      and roles.slug = members.role
    ${joinLimits}
  where sessions.id = any($1::uuid[]) and users.disabled_at is null
    and members.disabled_at is null`

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
 * Finds a session that is not over, or undefined. Every request asks again, so that a deleted
 * session, a disabled user and a disabled or removed member lose access at once, and a changed role
 * or limit applies at once.
 */
export async function liveSession(id: string, now = new Date()): Promise<LiveSession | undefined> {
  const row = await rowOf(id)
  const state = row && stateOf(row, now)
  if (!row || !state || state === 'over') return undefined
  const actor = newActor({
    kind: 'user',
    id: row.userId,
    name: row.name,
    email: row.email,
    organizationId: row.organizationId,
    role: row.role,
    permissions: permissionsOf(row.role, row.custom),
    groups: row.groups,
    book: await accessBookOf(row.organizationId, row.accessRevision),
    sessionId: row.id,
    moved: row.moved,
    rate: { own: null, organization: row.organizationRate, starts: null },
  })
  return { actor, state, times: row, confirmedAt: row.confirmedAt }
}

/** Finds the session of a cookie, or undefined when it is over or the cookie is not ours. */
export async function sessionOfCookie(
  token: string,
  now = new Date(),
): Promise<LiveSession | undefined> {
  const id = await openSession(token)
  return id ? await liveSession(id, now) : undefined
}

/** Finds the person of a session cookie; undefined also while the session is locked. */
export async function actorOfSession(token: string, now = new Date()): Promise<Actor | undefined> {
  const session = await sessionOfCookie(token, now)
  return session?.state === 'open' ? session.actor : undefined
}
