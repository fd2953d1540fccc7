import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { AsyncResultView } from '#lib/domain/run/async-result'
import { retryWhileDisconnected } from '#lib/engine/store/connection-retry'
import { asyncResultView } from './async-result-view.ts'

/**
 * For steps of the organization's runs: an async result, or undefined, also for a text that is no
 * id. Waits while the database cannot be reached.
 */
export async function findRunAsyncResult(
  organizationId: string,
  id: string,
): Promise<AsyncResultView | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined
  const [row] = await retryWhileDisconnected(() =>
    inOrganization(organizationId, (tx) =>
      tx.select().from(asyncResults).where(eq(asyncResults.id, id)),
    ),
  )
  return row && (await asyncResultView(row))
}
