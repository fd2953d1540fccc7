import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'

type Found = { id: string; slug: string; provider: string }

/**
 * The letters connection with this slug; without one, the organization's only. Throws
 * `unknown_connection`, or a 400 that lists them when there are several.
 */
export async function letterConnection(tx: Tx, slug: string | undefined): Promise<Found> {
  const scope = and(
    eq(connections.kind, 'letters'),
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
        ? 'This organization has no letters connection. An owner can add one under Connections.'
        : `There is no letters connection "${slug}" in this organization. ` +
            'Its slugs are listed under Connections.',
      { kind: 'letters', slug: slug ?? null },
    )
  if (rows.length > 1)
    throw ApiError.invalid([
      {
        path: 'connection',
        message:
          'There are several letters connections. ' +
          `Name one: ${rows.map((row) => row.slug).join(', ')}.`,
      },
    ])
  return first
}
