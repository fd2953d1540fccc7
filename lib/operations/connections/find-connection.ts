import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import type { ConnectionRow } from './connection-view.ts'

/** A connection of the organization. Throws 404. */
export async function getConnectionOrThrow(tx: Tx, id: string): Promise<ConnectionRow> {
  const [row] = await tx.select().from(connections).where(eq(connections.id, id)).for('update')
  if (!row) throw ApiError.notFound('connection', id)
  return row
}

/** By what steps name a connection; reads without a lock. Throws 404. */
export async function getConnectionName(
  tx: Tx,
  id: string,
): Promise<Pick<ConnectionRow, 'kind' | 'slug'>> {
  const { kind, slug } = connections
  const [row] = await tx.select({ kind, slug }).from(connections).where(eq(connections.id, id))
  if (!row) throw ApiError.notFound('connection', id)
  return row
}
