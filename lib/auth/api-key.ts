import { createHash, timingSafeEqual } from 'node:crypto'
import { authPool } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { clientAddress } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import { randomToken } from '#lib/ids'
import { accessBookOf } from './access-book.ts'
import { movedSql, newActor, type Actor } from './actor.ts'
import { ownPermissionsOfKey } from './key-permissions.ts'
import { recordUse } from './last-use.ts'
import { bothHave, permissionsOf, type Permission } from './permissions.ts'

export const hashApiKey = (key: string): string =>
  createHash('sha256').update(key, 'utf8').digest('hex')

/** The part of a key that is shown later: enough to recognise it, far too little to guess it. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 12)

/** Creates a key: 256 random bits after a prefix that secret scanners can find. */
export const newApiKey = (mode: 'live' | 'test' = 'live'): string => `rk_${mode}_${randomToken(32)}`

type KeyRow = {
  id: string
  name: string
  organizationId: string
  role: string
  /** The permissions of the key's role when it is a custom one. */
  custom: string[] | null
  /** The permissions that it was created with; null: those of its role. */
  permissions: string[] | null
  workflows: string[] | null
  mode: 'live' | 'test'
  isExpired: boolean
  expiresAt: Date | null
  /** The person who owns the key, and their current role; null for a key without a person. */
  personId: string | null
  personRole: string | null
  personCustom: string[] | null
  accessRevision: number
  /** The groups of the person. */
  groups: string[]
  hash: string
  /** The hash of the key before the last rotation, while that works. */
  previousHash: string | null
  lastUsedAt: Date | null
  ratePerMinute: number | null
  organizationRate: number | null
  startsPerMinute: number | null
  moved: Actor['moved']
}

/**
 * The live keys: not stopped, and their person, if any, is a member and not disabled. `stopped_at`
 * alone does not suffice, because a person may be removed outside the product.
 */
const liveKeys = `
  select k.id, k.name, k.organization_id as "organizationId", k.role, k.hash,
    k.permissions, k.workflows, k.mode, k.expires_at as "expiresAt",
    coalesce(k.expires_at <= now(), false) as "isExpired",
    case when k.previous_until > now() then k.previous_hash end as "previousHash",
    k.last_used_at as "lastUsedAt", own.permissions as custom, k.created_by as "personId",
    m.role as "personRole", persons.permissions as "personCustom",
    array(select g.group_id from directory_users d
      join directory_group_members g on g.directory_user_id = d.id
      where d.organization_id = k.organization_id and d.user_id = k.created_by and d.active
        and d.deleted_at is null)::text[] as groups,
    o.access_revision::float8 as "accessRevision",
    k.rate_per_minute as "ratePerMinute", o.rate_per_minute as "organizationRate",
    o.starts_per_minute as "startsPerMinute", ${movedSql('o')} as moved
  from api_keys k
    join organizations o on o.id = k.organization_id
    left join roles own on own.organization_id = k.organization_id and own.slug = k.role
    left join members m on m.user_id = k.created_by and m.organization_id = k.organization_id
    left join users u on u.id = k.created_by
    left join roles persons on persons.organization_id = m.organization_id
      and persons.slug = m.role
  where k.stopped_at is null
    and (k.created_by is null or (m.user_id is not null and m.disabled_at is null and u.disabled_at is null))`

/** A key has no more permissions than its person has now. */
function permissionsOfKey(row: KeyRow): ReadonlySet<Permission> {
  const own = ownPermissionsOfKey(row)
  return row.personRole === null
    ? own
    : bothHave(own, permissionsOf(row.personRole, row.personCustom))
}

/** The role that a key is shown with: of two built-in ones the one with less. */
export function roleOfKey({ role, personRole }: Pick<KeyRow, 'role' | 'personRole'>): string {
  if (personRole === null || permissionsOf(personRole).size === 0) return role
  return permissionsOf(personRole).size < permissionsOf(role).size ? personRole : role
}

/** A key as it is now, by its id; undefined when it is not live. */
export async function presentActorOfKey(id: string): Promise<Actor | undefined> {
  const text = `${liveKeys} and k.id = $1::uuid`
  const { rows } = await authPool().query<KeyRow>({ name: 'api-key-by-id', text, values: [id] })
  return rows[0] && !rows[0].isExpired ? await actorOf(rows[0]) : undefined
}

/**
 * Every request asks Postgres, so that a deleted key or the key of a removed member fails at once.
 * Concurrent requests share one query.
 */
const rowOf = coalesced<string, KeyRow | undefined>(
  async (hashes) => {
    const text = `${liveKeys} and (k.hash = any($1::text[])
      or (k.previous_hash = any($1::text[]) and k.previous_until > now()))`
    const { rows } = await authPool().query<KeyRow>({
      name: 'api-keys',
      text,
      values: [[...new Set(hashes)]],
    })
    const byHash = new Map(
      rows.flatMap((row) => [[row.hash, row] as const, [row.previousHash ?? '', row] as const]),
    )
    return hashes.map((hash) => byHash.get(hash))
  },
  { gatherMs: 1 },
)

async function actorOf(row: KeyRow): Promise<Actor> {
  return newActor({
    kind: 'api-key',
    id: row.id,
    name: row.name,
    organizationId: row.organizationId,
    role: roleOfKey(row),
    permissions: permissionsOfKey(row),
    personId: row.personId,
    groups: row.groups,
    book: await accessBookOf(row.organizationId, row.accessRevision),
    approves: row.permissions?.includes('workflows:approve') ?? false,
    workflows: row.workflows,
    sandbox: row.mode === 'test',
    moved: row.moved,
    rate: {
      own: row.ratePerMinute,
      organization: row.organizationRate,
      starts: row.startsPerMinute,
    },
  })
}

const isSame = (stored: string | null, hash: string): boolean =>
  stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(hash))

function expired({ expiresAt, prefix }: { expiresAt: Date | null; prefix: string }): ApiError {
  const day = expiresAt?.toISOString().slice(0, 10) ?? ''
  return new ApiError(
    'unauthorized',
    `The API key ${prefix}… expired on ${day}. An owner can rotate it or create another one under ` +
      'Settings → API keys.',
    { reason: 'key_expired' },
    { headers: { 'www-authenticate': 'Bearer realm="Rounds", error="invalid_token"' } },
  )
}

/** The use of a key, as the list shows it: the endpoint, and what the caller calls itself. */
export type KeyUse = { usedFor: string; agent: string | null }

/** Finds the system that owns this key, or undefined. Throws 401 when the key has expired. */
export async function actorOfApiKey(key: string, use: KeyUse): Promise<Actor | undefined> {
  const hash = hashApiKey(key)
  const row = await rowOf(hash)
  if (!row || !(isSame(row.hash, hash) || isSame(row.previousHash, hash))) return undefined
  if (row.isExpired) throw expired({ ...row, prefix: apiKeyPrefix(key) })
  const address = clientAddress()
  recordUse('apiKeys', row.id, row.lastUsedAt, {
    usedFor: use.usedFor,
    agent: use.agent?.slice(0, 200) ?? null,
    address: address === 'unknown' ? null : address,
  })
  return await actorOf(row)
}
