import { createHash, timingSafeEqual } from 'node:crypto'
import { authPool } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { randomToken } from '#lib/ids'
import { weakerRole, type MemberRole } from '../domain/statuses.ts'
import type { Actor } from './actor.ts'
import { recordUse } from './last-use.ts'

export const hashApiKey = (key: string): string =>
  createHash('sha256').update(key, 'utf8').digest('hex')

/** The part of a key that is shown later: enough to recognise it, far too little to guess it. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 12)

/** Creates a key: 256 random bits after a prefix that secret scanners can find. */
export const newApiKey = (): string => `rk_live_${randomToken(32)}`

type KeyRow = {
  id: string
  name: string
  organizationId: string
  role: MemberRole
  /** The current role of the person who owns the key; null for a key without a person. */
  personRole: MemberRole | null
  hash: string
  lastUsedAt: Date | null
}

/**
 * The live keys: not stopped, and their person, if any, is a member and not disabled. `stopped_at`
 * alone does not suffice, because a person may be removed outside the product.
 */
const liveKeys = `
  select k.id, k.name, k.organization_id as "organizationId", k.role, k.hash,
    k.last_used_at as "lastUsedAt", m.role as "personRole"
  from api_keys k
    left join members m on m.user_id = k.created_by and m.organization_id = k.organization_id
    left join users u on u.id = k.created_by
  where k.stopped_at is null
    and (k.created_by is null or (m.user_id is not null and u.disabled_at is null))`

/** A key has no more permissions than its person has now. */
export const roleOfKey = ({ role, personRole }: Pick<KeyRow, 'role' | 'personRole'>): MemberRole =>
  personRole === null ? role : weakerRole(role, personRole)

/** The current role of a key; undefined when the key is not live. */
export async function presentRoleOfKey(id: string): Promise<MemberRole | undefined> {
  const text = `${liveKeys} and k.id = $1::uuid`
  const { rows } = await authPool().query<KeyRow>({ name: 'api-key-role', text, values: [id] })
  return rows[0] && roleOfKey(rows[0])
}

/**
 * Every request asks Postgres, so that a deleted key or the key of a removed member fails at once.
 * Concurrent requests share one query.
 */
const rowOf = coalesced<string, KeyRow | undefined>(
  async (hashes) => {
    const text = `${liveKeys} and k.hash = any($1::text[])`
    const { rows } = await authPool().query<KeyRow>({
      name: 'api-keys',
      text,
      values: [[...new Set(hashes)]],
    })
    const byHash = new Map(rows.map((row) => [row.hash, row]))
    return hashes.map((hash) => byHash.get(hash))
  },
  { gatherMs: 1 },
)

/** Finds the system that owns this key, or undefined. */
export async function actorOfApiKey(key: string, usedFor: string): Promise<Actor | undefined> {
  const hash = hashApiKey(key)
  const row = await rowOf(hash)
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
  recordUse('apiKeys', row.id, row.lastUsedAt, { usedFor })
  return {
    kind: 'api-key',
    id: row.id,
    name: row.name,
    email: null,
    organizationId: row.organizationId,
    role: roleOfKey(row),
    sessionId: null,
  }
}
