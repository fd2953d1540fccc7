import type { apiKeys } from '#db/schema/people'
import type { ApiKeyView } from '#lib/contracts/api-keys'

/** An API key as it is answered: never its hash. */
export function apiKeyView(row: typeof apiKeys.$inferSelect, createdBy: string | null): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFor: row.lastUsedFor,
  }
}
