import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults, hieRequests } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import type { HieRequest } from '#lib/domain/provider/hie'
import { newId } from '#lib/ids'

export type HieCall = {
  /** A slug; without it the organization's only HIE connection is used. */
  connection?: string | undefined
  request: HieRequest
  /** The same key makes one request only. */
  key: string
  timeoutSeconds?: number | undefined
  createdBy: string
}

const defaultTimeoutSeconds = 6 * 60 * 60
const words = { fhir: 'FHIR data of a patient', documents: 'Documents of a patient' }

async function connectionFor(
  tx: Tx,
  slug: string | undefined,
): Promise<{ id: string; slug: string }> {
  const scope = and(
    eq(connections.kind, 'hie'),
    slug === undefined ? undefined : eq(connections.slug, slug),
  )
  const rows = await tx
    .select({ id: connections.id, slug: connections.slug })
    .from(connections)
    .where(scope)
    .orderBy(asc(connections.slug))
    .limit(10)
  const [first] = rows
  if (!first)
    throw new ApiError(
      'unknown_connection',
      slug === undefined
        ? 'This organization has no HIE connection. An owner can add one under Connections.'
        : `There is no hie connection "${slug}" in this organization. ` +
            'Its slugs are listed under Connections.',
      { kind: 'hie', slug: slug ?? null },
    )
  if (rows.length > 1)
    throw ApiError.invalid([
      {
        path: 'connection',
        message:
          'There are several HIE connections. ' +
          `Name one: ${rows.map((row) => row.slug).join(', ')}.`,
      },
    ])
  return first
}

/**
 * Queues a request to a health information exchange in the caller's transaction. A worker asks the
 * exchange (`work-on-hie-request.ts`) and ends the async result. Throws `unknown_connection`, or
 * 400 when several connections are possible.
 */
export async function requestHie(
  tx: Tx,
  organizationId: string,
  { connection, request, key, timeoutSeconds = defaultTimeoutSeconds, createdBy }: HieCall,
): Promise<{ asyncResultId: string; connection: string }> {
  const { id: connectionId, slug } = await connectionFor(tx, connection)
  const asyncResultId = newId()
  await tx.insert(asyncResults).values({
    id: asyncResultId,
    organizationId,
    kind: `hie-${request.kind}`,
    description: `${words[request.kind]} from ${slug}`,
    createdBy,
  })
  const made = await tx
    .insert(hieRequests)
    .values({
      id: newId(),
      organizationId,
      key,
      asyncResultId,
      connectionId,
      request,
      deadlineAt: sql`now() + make_interval(secs => ${timeoutSeconds})`,
    })
    .onConflictDoNothing()
    .returning({ id: hieRequests.id })
  if (made.length > 0) return { asyncResultId, connection: slug }
  await tx.delete(asyncResults).where(eq(asyncResults.id, asyncResultId))
  const [first] = await tx
    .select({ asyncResultId: hieRequests.asyncResultId })
    .from(hieRequests)
    .where(eq(hieRequests.key, key))
  if (!first) throw new Error('a request with this key was neither found nor created')
  return { asyncResultId: first.asyncResultId, connection: slug }
}
