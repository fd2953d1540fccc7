import { and, eq } from 'drizzle-orm'
import { apiKeys, members } from '#db/schema/people'
import { roleOfKey } from '#lib/auth/api-key'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'
import type { MemberRole } from '#lib/domain/statuses'

/** The current data of a key's person; nulls for a key without one, and after they left. */
export type Maker = { name: string | null; role: MemberRole | null }

/** Joins a key to the person behind it, if they are a member. */
export const makerOf = and(
  eq(members.userId, apiKeys.createdBy),
  eq(members.organizationId, apiKeys.organizationId),
)

/** An API key as the API shows it, without its hash. */
export function apiKeyView(row: typeof apiKeys.$inferSelect, maker: Maker): ApiKeyView {
  const isOrphan = row.createdBy !== null && maker.role === null
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: roleOfKey({ role: row.role, personRole: maker.role }),
    status: row.stoppedAt !== null || isOrphan ? 'stopped' : 'active',
    createdAt: row.createdAt.toISOString(),
    createdBy: maker.name,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFor: row.lastUsedFor,
  }
}
