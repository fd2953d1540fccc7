import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import { workers } from '#db/schema/runs'

/** As in lib/engine/worker/liveness.ts: a worker writes a sign of life each second. */
export const silentSeconds = 20

/** Only a living worker removes the row of one that died, so the last one's stays. */
export const isLiving = sql`${workers.seenAt} > now() - make_interval(secs => ${silentSeconds})`

export type LivingLabels = {
  /** How many living workers serve each label. */
  byLabel: Map<string, number>
  /** How many serve what is bound to none. */
  unbound: number
}

/** What the living workers of the installation serve. */
export async function livingLabels(ask: Pick<Database | Tx, 'select'>): Promise<LivingLabels> {
  const rows = await ask
    .select({ labels: workers.labels, unbound: workers.unbound })
    .from(workers)
    .where(isLiving)
  const byLabel = new Map<string, number>()
  for (const label of rows.flatMap(({ labels }) => labels))
    byLabel.set(label, (byLabel.get(label) ?? 0) + 1)
  return { byLabel, unbound: rows.filter(({ unbound }) => unbound).length }
}
