import { createHash, timingSafeEqual } from 'node:crypto'
import { authPool } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { randomToken } from '#lib/ids'
import type { MemberRole } from '../domain/statuses.ts'
import type { Actor } from './actor.ts'
import { noteUse } from './last-use.ts'

export const hashApiKey = (key: string): string => createHash('sha256').update(key, 'utf8').digest('hex')

/** What is shown of a key afterwards: enough to recognise it, far too little to guess it. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 12)

/** A new key: 256 random bits behind a prefix that secret scanners can find. */
export const newApiKey = (): string => `rk_live_${randomToken(32)}`

type KeyRow = { id: string; name: string; organizationId: string; role: MemberRole; hash: string; lastUsedAt: Date | null }

/** Asked of Postgres at every request, so that a deleted key is dead at once; requests that come together ask together. */
const rowOf = coalesced<string, KeyRow | undefined>(async (hashes) => {
  const text = 'select id, name, organization_id as "organizationId", role, hash, last_used_at as "lastUsedAt" from api_keys where hash = any($1::text[])'
  const { rows } = await authPool().query<KeyRow>({ name: 'api-keys', text, values: [[...new Set(hashes)]] })
  const byHash = new Map(rows.map((row) => [row.hash, row]))
  return hashes.map((hash) => byHash.get(hash))
}, { gatherMs: 1 })

/** The system that holds this key, or undefined. A key is dead from the moment that its row is deleted. */
export async function actorOfApiKey(key: string, usedFor: string): Promise<Actor | undefined> {
  const hash = hashApiKey(key)
  const row = await rowOf(hash)
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
  noteUse('apiKeys', row.id, row.lastUsedAt, { usedFor })
  return { kind: 'api-key', id: row.id, name: row.name, email: null, organizationId: row.organizationId, role: row.role, sessionId: null }
}
