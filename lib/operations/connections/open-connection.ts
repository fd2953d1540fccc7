import { and, eq, lt, or, isNull, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import type { ConnectionKind } from '#lib/domain/statuses'
import { env } from '#lib/env'
import { guardConnection } from '#lib/integrations/outbound/circuit'
import type { PortOf } from '#lib/integrations/ports'
import { findProvider } from '#lib/integrations/registry'
import { refuseInSandbox } from '#lib/integrations/outbound/refuse-in-sandbox'
import type { ConnectionRow } from './connection-view.ts'
import { limitCalls } from './limit-calls.ts'
import { recordCalls, type Caller } from './record-calls.ts'
import { onlyHere, requireHere } from './only-here.ts'
import { sandboxStore } from './sandbox-store.ts'
import { openSecrets } from './secrets.ts'

/**
 * Opens the port of a connection's row. The settings are checked again, because a newer version of
 * the product may need more. A test key opens sandboxes only (`sandbox_only`). Only here every call
 * of every port is limited, guarded by the circuit breaker, recorded with its caller, and refused
 * where workers with another label make it.
 */
export function openRow<Kind extends ConnectionKind>(
  row: ConnectionRow,
  caller: Caller = {},
): PortOf<Kind> {
  const provider = findProvider(row.kind, row.provider)
  if (!provider)
    throw new ApiError(
      'provider_error',
      `The connection "${row.slug}" names the provider "${row.provider}", which this version ` +
        'does not have.',
      { connection: row.slug },
    )
  if (!provider.embedded)
    refuseInSandbox(`The connection "${row.slug}" is not a sandbox.`, { connection: row.slug })
  const config = provider.config.safeParse(row.config)
  const secrets = provider.secrets.safeParse(openSecrets(row, row.secrets))
  if (!config.success || !secrets.success)
    throw new ApiError(
      'provider_error',
      `The settings of the connection "${row.slug}" are not complete. ` +
        'An owner can complete them under Connections.',
      { connection: row.slug },
    )
  const port = provider.open({
    config: config.data,
    secrets: secrets.data,
    store: sandboxStore(row.organizationId, row.id),
    organizationId: row.organizationId,
    allowPrivate: env().HTTP_ALLOW_PRIVATE,
  }) as PortOf<Kind>
  const guarded = guardConnection(
    port,
    row.id,
    JSON.stringify([row.provider, row.config, row.secrets]),
  )
  return onlyHere(limitCalls(recordCalls(guarded, row, caller), row, caller.hold), row)
}

/**
 * Opens the organization's connection with this slug. Throws `unknown_connection` (404), and
 * `other_worker` when it is bound to workers that this process is none of.
 */
export async function openConnection<Kind extends ConnectionKind>(
  organizationId: string,
  kind: Kind,
  slug: string,
  caller: Caller = {},
): Promise<PortOf<Kind>> {
  const row = await inOrganization(organizationId, async (tx) => {
    const named = and(eq(connections.kind, kind), eq(connections.slug, slug))
    const [found] = await tx.select().from(connections).where(named)
    // Written at most once a minute, so that a busy connection does not become a hot row.
    if (found && !(found.lastCallAt && found.lastCallAt.getTime() > Date.now() - 60_000)) {
      await tx
        .update(connections)
        .set({ lastCallAt: sql`now()` })
        .where(
          and(
            named,
            or(
              isNull(connections.lastCallAt),
              lt(connections.lastCallAt, sql`now() - interval '1 minute'`),
            ),
          ),
        )
    }
    return found
  })
  if (!row)
    throw new ApiError(
      'unknown_connection',
      `There is no ${kind} connection "${slug}" in this organization. ` +
        'Its slugs are listed under Connections.',
      { kind, slug },
    )
  requireHere(row)
  return openRow<Kind>(row, caller)
}
