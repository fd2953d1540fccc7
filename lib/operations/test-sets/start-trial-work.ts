import { eq } from 'drizzle-orm'
import { enginePool, inOrganization } from '#db/client'
import { trials } from '#db/schema/test-sets'
import { goesOnHereText } from '#db/goes-on-here'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { doNextCase } from './do-trial.ts'

/** Longer than any case (`do-trial.ts`). */
const leaseSeconds = 660

/**
 * Takes the trial that is due longest: until the lease is over, no other worker finds it due. A case
 * whose worker died is asked again then; what was paid for it stays counted.
 */
const claimSql = `
  update trials set tries = tries + 1, next_at = now() + make_interval(secs => $1)
  where id in (
    select id from trials where next_at <= now() and ${goesOnHereText()}
    order by next_at limit 1 for update skip locked)
  returning id, organization_id as "organizationId"`

/** Does one case of a trial that is due. Answers whether there was one. */
export async function doDueCase(signal: AbortSignal): Promise<boolean> {
  const { rows } = await enginePool().query<{ id: string; organizationId: string }>(claimSql, [
    leaseSeconds,
  ])
  const [due] = rows
  if (!due) return false
  const [trial] = await inOrganization(due.organizationId, (tx) =>
    tx.select().from(trials).where(eq(trials.id, due.id)),
  )
  if (trial) await doNextCase(trial, signal)
  return true
}

/** Runs test sets, in a worker process, until it is stopped. Several workers share them. */
export function startTrialWork(): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = startDueLoop('test sets', async () => {
    try {
      return { more: (await doDueCase(stopping.signal)) && !stopping.signal.aborted }
    } catch (error) {
      // The lease stays, and the case is due again after it.
      if (!stopping.signal.aborted) log.warn({ error }, 'a case of a test set could not be done')
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
