import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { findProvider } from '#lib/integrations/registry'
import { refuseInSandbox } from '#lib/integrations/outbound/refuse-in-sandbox'

type Found = { id: string; slug: string; provider: string }

/** A kind of connection and what a sentence calls it. */
type Kind = { kind: 'hie' | 'letters' | 'sms' | 'fax'; called: string }

/**
 * The connection of a kind with this slug; without one, the organization's only. Throws
 * `unknown_connection`, or a 400 that lists them when there are several.
 */
export async function onlyConnection(
  tx: Tx,
  { kind, called }: Kind,
  slug: string | undefined,
): Promise<Found> {
  const scope = and(
    eq(connections.kind, kind),
    slug === undefined ? undefined : eq(connections.slug, slug),
  )
  const rows = await tx
    .select({ id: connections.id, slug: connections.slug, provider: connections.provider })
    .from(connections)
    .where(scope)
    .orderBy(asc(connections.slug))
    .limit(10)
  const [first] = rows
  if (!first)
    throw new ApiError(
      'unknown_connection',
      slug === undefined
        ? `This organization has no ${called} connection. An owner can add one under Connections.`
        : `There is no ${kind} connection "${slug}" in this organization. ` +
            'Its slugs are listed under Connections.',
      { kind, slug: slug ?? null },
    )
  if (rows.length > 1)
    throw ApiError.invalid([
      {
        path: 'connection',
        message:
          `There are several ${called} connections. ` +
          `Name one: ${rows.map((row) => row.slug).join(', ')}.`,
      },
    ])
  // Where a worker calls it later, it does so for nobody.
  if (!findProvider(kind, first.provider)?.embedded)
    refuseInSandbox(`The connection "${first.slug}" is not a sandbox.`, { connection: first.slug })
  return first
}
