import { createHash, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { authDb } from '#db/client'
import { apiKeys } from '#db/schema/people'
import { randomToken } from '#lib/ids'
import { log } from '#lib/log'
import type { Actor } from './actor.ts'

/** Last use is written at most this often per key, in milliseconds. */
const lastUseEveryMs = 60_000

export const hashApiKey = (key: string): string => createHash('sha256').update(key, 'utf8').digest('hex')

/** What is shown of a key afterwards: enough to recognise it, far too little to guess it. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 12)

/** A new key: 256 random bits behind a prefix that secret scanners can find. */
export const newApiKey = (): string => `rk_live_${randomToken(32)}`

/** The system that holds this key, or undefined. A key is dead from the moment that its row is deleted. */
export async function actorOfApiKey(key: string, usedFor: string): Promise<Actor | undefined> {
  const hash = hashApiKey(key)
  const [row] = await authDb().select().from(apiKeys).where(eq(apiKeys.hash, hash))
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined
  noteUse(row.id, row.lastUsedAt, usedFor)
  return { kind: 'api-key', id: row.id, name: row.name, email: null, organizationId: row.organizationId, role: row.role, sessionId: null }
}

/** Not awaited: a request does not wait for its own bookkeeping. */
function noteUse(id: string, lastUsedAt: Date | null, usedFor: string): void {
  const now = new Date()
  const before = new Date(now.getTime() - lastUseEveryMs)
  if (lastUsedAt && lastUsedAt > before) return
  authDb()
    .update(apiKeys)
    .set({ lastUsedAt: now, lastUsedFor: usedFor })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))))
    .catch((error: unknown) => log.warn({ err: error, apiKeyId: id }, 'the last use of an API key was not written'))
}
