import { createHash, timingSafeEqual } from 'node:crypto'
import { authPool } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { randomToken } from '#lib/ids'
import { weakerRole, type MemberRole } from '../domain/statuses.ts'
import type { Actor } from './actor.ts'
import { recordUse } from './last-use.ts'

export const hashApiKey = (key: string): string =>
  createHash('sha256').update(key, 'utf8').digest('hex')

/** What is shown of a key afterwards: enough to recognise it, far too little to guess it. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 12)

/** A new key: 256 random bits behind a prefix that secret scanners can find. */
export const newApiKey = (): string => `rk_live_${randomToken(32)}`

type KeyRow = {
  id: string
  name: string
  organizationId: string
  role: MemberRole
  /** The present role of the person behind the key; null for a key without one. */
  personRole: MemberRole | null
  hash: string
  lastUsedAt: Date | null
}

/**
 * The live keys: not stopped, and their person, if they have one, is a member and not disabled.
 * `stopped_at` alone would not do: a person may be removed by another way than the product's.
 */
const liveKeys = `
  select k.id, k.name, k.organization_id as "organizationId", k.role, k.hash,
    k.last_used_at as "lastUsedAt", m.role as "personRole"
  from api_keys k
    left join members m on m.user_id = k.created_by and m.organization_id = k.organization_id
    left join users u on u.id = k.created_by
  where k.stopped_at is null
    and (k.created_by is null or (m.user_id is not null and u.disabled_at is null))`

/** A key does no more than its person may do now. */
export const roleOfKey = ({ role, personRole }: Pick<KeyRow, 'role' | 'personRole'>): MemberRole =>
  personRole === null ? role : weakerRole(role, personRole)

/** What a key may do now; undefined for one that is dead. */
export async function presentRoleOfKey(id: string): Promise<MemberRole | undefined> {
  const text = `${liveKeys} and k.id = $1::uuid`
  const { rows } = await authPool().query<KeyRow>({ name: 'api-key-role', text, values: [id] })
  return rows[0] && roleOfKey(rows[0])
}

/**
 * Asked of Postgres at every request, so that a deleted key and one of a removed member are dead at
 * once; requests that come together ask together.
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

/** The system that holds this key, or undefined. */
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
