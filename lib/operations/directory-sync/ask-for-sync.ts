import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directories } from '#db/schema/directories'

/** Lets a worker read the directory within a second; `whole`: everything, not only events. */
export async function askForSync(tx: Tx, id: string, { whole }: { whole: boolean }): Promise<void> {
  await tx
    .update(directories)
    .set({ syncDueAt: new Date(), ...(whole ? { needsReconcile: true } : {}) })
    .where(and(eq(directories.id, id), eq(directories.kind, 'workos')))
}
