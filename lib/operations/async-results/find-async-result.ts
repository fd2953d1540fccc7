import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { ApiError } from '#lib/domain/api-error'

/** An async result of the organization. Throws 404. */
export async function getAsyncResultOrThrow(
  tx: Tx,
  id: string,
): Promise<typeof asyncResults.$inferSelect> {
  const [row] = await tx.select().from(asyncResults).where(eq(asyncResults.id, id))
  if (!row) throw ApiError.notFound('async result', id)
  return row
}
