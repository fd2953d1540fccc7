import { eq } from 'drizzle-orm'
import { enginePool, inOrganization } from '#db/client'
import { backTests } from '#db/schema/back-tests'
import { goesOnHereText } from '#db/goes-on-here'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import type { ReplayParts } from '../computing/replay-parts.ts'
import { doNextRuns } from './do-back-test.ts'

/** Longer than the replay of some runs takes; after it another worker takes them. */
const leaseSeconds = 600

const claimSql = `
  update back_tests set tries = tries + 1, next_at = now() + make_interval(secs => $1)
  where id in (
    select id from back_tests where next_at <= now() and ${goesOnHereText()}
    order by next_at limit 1 for update skip locked)
  returning id, organization_id as "organizationId"`

/** Replays some runs of a back-test that is due. Answers whether there was one. */
export async function doDueRuns(parts: ReplayParts, signal: AbortSignal): Promise<boolean> {
  const { rows } = await enginePool().query<{ id: string; organizationId: string }>(claimSql, [
    leaseSeconds,
  ])
  const [due] = rows
  if (!due) return false
  const [test] = await inOrganization(due.organizationId, (tx) =>
    tx.select().from(backTests).where(eq(backTests.id, due.id)),
  )
  if (test) await doNextRuns(test, parts, signal)
  return true
}

/** Does back-tests, in a worker process, until it is stopped. Several workers share them. */
export function startBackTestWork(parts: ReplayParts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = startDueLoop('back-tests', async () => {
    try {
      return { more: (await doDueRuns(parts, stopping.signal)) && !stopping.signal.aborted }
    } catch (error) {
      // The lease stays, and the runs are due again after it.
      if (!stopping.signal.aborted) log.warn({ error }, 'a back-test could not go on')
      return { more: false }
    }
  })
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
