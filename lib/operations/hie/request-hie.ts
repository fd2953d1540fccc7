import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults, hieRequests } from '#db/schema/async-results'
import type { HieRequest } from '#lib/domain/provider/hie'
import { newId } from '#lib/ids'
import { onlyConnection } from '../connections/only-connection.ts'

export type HieCall = {
  /** A slug; without it the organization's only HIE connection is used. */
  connection?: string | undefined
  request: HieRequest
  /** The same key makes one request only. */
  key: string
  timeoutSeconds?: number | undefined
  createdBy: string
  /** The user or the API key; null for a workflow. */
  createdById: string | null
}

const defaultTimeoutSeconds = 6 * 60 * 60
const words = { fhir: 'FHIR data of a patient', documents: 'Documents of a patient' }

/**
 * Queues a request to a health information exchange in the caller's transaction. A worker asks the
 * exchange (`work-on-hie-request.ts`) and ends the async result. Throws `unknown_connection`, or
 * 400 when several connections are possible.
 */
export async function requestHie(
  tx: Tx,
  organizationId: string,
  {
    connection,
    request,
    key,
    timeoutSeconds = defaultTimeoutSeconds,
    createdBy,
    createdById,
  }: HieCall,
): Promise<{ asyncResultId: string; connection: string }> {
  const { id: connectionId, slug } = await onlyConnection(
    tx,
    { kind: 'hie', called: 'HIE' },
    connection,
  )
  const asyncResultId = newId()
  await tx.insert(asyncResults).values({
    id: asyncResultId,
    organizationId,
    kind: `hie-${request.kind}`,
    description: `${words[request.kind]} from ${slug}`,
    createdBy,
    createdById,
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
