import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { metrics } from '#lib/metrics'
import { shortageOf } from '#lib/shortage'
import { flushedPosition, inOrganization, inOrganizationAtReplica, type Tx } from './client.ts'

/** For how long a read waits until the standby is as new as the primary was when it was asked. */
const waitsMs = [1, 2, 4, 8, 16, 32, 64]
/** For how long a standby is left alone that was behind, or that did not answer. */
const restsMs = { behind: 1000, failed: 5000 }
/** SQLSTATE of a read that the standby cancelled, because its rows had to be cleaned up. */
const cancelledByRecovery = '40001'

let restUntil = 0

/** The standby has not yet what was acknowledged before it was asked, or it is none. */
class Behind extends Error {}

async function requireAsNew(tx: Tx, position: string): Promise<void> {
  for (const waitMs of [...waitsMs, 0]) {
    const { rows } = await tx.execute<{ standby: boolean; asNew: boolean | null }>(
      sql`select pg_is_in_recovery() as standby,
        pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "asNew"`,
    )
    const [at] = rows
    if (!at?.standby) throw new Behind('DATABASE_REPLICA_URL leads to a server that is no standby')
    if (at.asNew) return
    if (waitMs > 0) await sleep(waitMs)
  }
  throw new Behind('the standby is behind the primary')
}

function isCancelled(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ((one as NodeJS.ErrnoException).code === cancelledByRecovery) return true
  return false
}

/** What went wrong at the standby; undefined when the primary would answer the same. */
function faultOf(error: unknown): keyof typeof restsMs | undefined {
  if (error instanceof Behind) return 'behind'
  return isCancelled(error) || shortageOf(error) ? 'failed' : undefined
}

/** Whether reads go to a standby at the moment. */
export const usesStandby = (): boolean =>
  env().DATABASE_REPLICA_URL !== undefined && Date.now() >= restUntil

/**
 * Runs `work`, which only reads and may be called twice, in one transaction of this organization: at
 * the standby of DATABASE_REPLICA_URL, once that has all that was acknowledged before this call, so
 * that nobody misses what they have just done; else at the primary. Without the setting always
 * there. `work` writes nothing, locks nothing and calls no function that does.
 */
export async function readInOrganization<T>(
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const atPrimary = async () => await inOrganization(organizationId, work)
  if (!usesStandby()) return await atPrimary()
  const position = await flushedPosition()
  try {
    const result = await inOrganizationAtReplica(organizationId, async (tx) => {
      await requireAsNew(tx, position)
      return await work(tx)
    })
    metrics.replicaReads.inc({ result: 'standby' })
    return result
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    restUntil = Date.now() + restsMs[fault]
    metrics.replicaReads.inc({ result: fault })
    log.warn({ error }, 'a read went to the primary in place of the standby')
    return await atPrimary()
  }
}
