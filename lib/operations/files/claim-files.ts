import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Finds all ids in a JSON value, in lower case. */
export const idsIn = (value: unknown): string[] =>
  [...new Set((JSON.stringify(value) ?? '').match(uuid) ?? [])].map((id) => id.toLowerCase())

/**
 * Claims the files that submitted data name, in the transaction that accepts the data and before it
 * checks that they exist. So either the sweep of unclaimed uploads waits and leaves them, or it was
 * first and the transaction does not find them.
 */
export async function claimFiles(tx: Tx, data: unknown): Promise<void> {
  const ids = idsIn(data)
  if (ids.length > 0)
    await tx
      .update(files)
      .set({ unclaimed: false })
      .where(and(inArray(files.id, ids), eq(files.unclaimed, true)))
}
