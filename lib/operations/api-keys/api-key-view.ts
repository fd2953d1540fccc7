import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { apiKeys, members } from '#db/schema/people'
import { workflows } from '#db/schema/workflows'
import { roleOfKey } from '#lib/auth/api-key'
import { ownPermissionsOfKey } from '#lib/auth/key-permissions'
import { bothHave, permissionsOf } from '#lib/auth/permissions'
import type { ApiKeyView } from '#lib/contracts/organization/api-keys'

type Row = typeof apiKeys.$inferSelect
/** The current data of a key's person; nulls for a key without one, and after they left. */
export type Maker = { name: string | null; role: string | null }

/** Joins a key to the person behind it, if they are a member. */
export const makerOf = and(
  eq(members.userId, apiKeys.createdBy),
  eq(members.organizationId, apiKeys.organizationId),
)

/** The names of what keys refer to by ids and slugs. */
export type Known = {
  workflows: Map<string, { id: string; slug: string; name: string }>
  roles: Map<string, readonly string[]>
}

/** Reads the names of the workflows of some keys, and the organization's own roles. */
export async function knownOf(tx: Tx, keys: readonly Pick<Row, 'workflows'>[]): Promise<Known> {
  const ids = [...new Set(keys.flatMap((key) => key.workflows ?? []))]
  const found =
    ids.length === 0
      ? []
      : await tx
          .select({ id: workflows.id, slug: workflows.slug, name: workflows.name })
          .from(workflows)
          .where(inArray(workflows.id, ids))
  const own = await tx.select({ slug: roles.slug, permissions: roles.permissions }).from(roles)
  return {
    workflows: new Map(found.map((workflow) => [workflow.id, workflow])),
    roles: new Map(own.map(({ slug, permissions }) => [slug, permissions])),
  }
}

const soonMs = 14 * 24 * 3_600_000

function statusOf({ stoppedAt, expiresAt, createdBy }: Row, maker: Maker): ApiKeyView['status'] {
  const isOrphan = createdBy !== null && maker.role === null
  if (stoppedAt !== null || isOrphan) return 'stopped'
  if (expiresAt === null) return 'active'
  const leftMs = expiresAt.getTime() - Date.now()
  if (leftMs <= 0) return 'expired'
  return leftMs <= soonMs ? 'expires-soon' : 'active'
}

/** An API key as the API shows it, without its hash. Workflows that are deleted are left out. */
export function apiKeyView(row: Row, maker: Maker, known: Known): ApiKeyView {
  const custom = (role: string) => known.roles.get(role) ?? null
  const own = ownPermissionsOfKey({ ...row, custom: custom(row.role) })
  const may =
    maker.role === null ? own : bothHave(own, permissionsOf(maker.role, custom(maker.role)))
  const isOverlapping = row.previousUntil !== null && row.previousUntil.getTime() > Date.now()
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: roleOfKey({ role: row.role, personRole: maker.role }),
    permissions: [...may].toSorted(),
    workflows: row.workflows?.flatMap((id) => known.workflows.get(id) ?? []) ?? null,
    mode: row.mode,
    status: statusOf(row, maker),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    previousUntil: isOverlapping ? (row.previousUntil?.toISOString() ?? null) : null,
    ratePerMinute: row.ratePerMinute,
    createdAt: row.createdAt.toISOString(),
    createdBy: maker.name,
    owner:
      row.createdBy !== null && maker.name !== null
        ? { id: row.createdBy, name: maker.name }
        : null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFor: row.lastUsedFor,
    lastUsedAddress: row.lastUsedAddress,
    lastUsedAgent: row.lastUsedAgent,
  }
}
