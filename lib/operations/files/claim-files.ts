import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Every id that a JSON value names, wherever it stands, in lower case. */
export const idsIn = (value: unknown): string[] =>
  [...new Set((JSON.stringify(value) ?? '').match(uuid) ?? [])].map((id) => id.toLowerCase())

/**
 * Keeps the files that data hand in for good, in the transaction of the act that accepts the data,
 * and before it looks whether they are there: so either the sweep of uploads that were never handed
 * in waits and leaves them, or it was first and the act does not find them.
 */
export async function claimFiles(tx: Tx, data: unknown): Promise<void> {
  const ids = idsIn(data)
  if (ids.length > 0)
    await tx
      .update(files)
      .set({ unclaimed: false })
      .where(and(inArray(files.id, ids), eq(files.unclaimed, true)))
}
