import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { faxes } from '#db/schema/faxes'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { ofVisibleRuns } from '../access/access-sql.ts'
import type { FaxRow } from './apply-fax-state.ts'

/**
 * A fax that the caller may see. With `lock` nobody else changes it until the transaction ends.
 * Throws 404.
 */
export async function getFaxFor(
  tx: Tx,
  actor: Actor,
  id: string,
  { lock = false } = {},
): Promise<FaxRow> {
  const query = tx
    .select()
    .from(faxes)
    .where(and(eq(faxes.id, id), ofVisibleRuns(actor, faxes.runId)))
  const [fax] = lock ? await query.for('update', { of: faxes }) : await query
  if (!fax) throw ApiError.notFound('fax', id)
  return fax
}
