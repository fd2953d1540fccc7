import { enginePool } from '#db/client'
import { inOrganization } from '#db/client'
import { eq } from 'drizzle-orm'
import { faxes } from '#db/schema/faxes'
import { goesOnHereText } from '#db/goes-on-here'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { servedHereSql, servedValues } from '../connections/served-here.ts'
import { lookAtFax } from './look-at-fax.ts'

/** Faxes that one worker looks at at once; mostly it waits for the provider. */
const atOnce = 4
/** A look that takes longer is given up; sooner than the fax is due for another worker. */
const longestMs = 120_000
const leaseSeconds = 180

/** Takes faxes that are due: until the lease is over, no other worker finds them due. */
const claimSql = `
  update faxes set next_look_at = now() + make_interval(secs => $2)
  where id in (
    select id from faxes where next_look_at <= now() and ${goesOnHereText()}
      and ${servedHereSql('faxes.connection_id', '$3', '$4')}
    order by next_look_at limit $1 for update skip locked)
  returning id, organization_id as "organizationId"`

/** Looks at the faxes that are due. Answers whether there may be more. */
export async function lookAtDueFaxes(atMost: number, signal: AbortSignal): Promise<number> {
  const { rows } = await enginePool().query<{ id: string; organizationId: string }>(claimSql, [
    atMost,
    leaseSeconds,
    ...servedValues(),
  ])
  await Promise.all(
    rows.map(async ({ id, organizationId }) => {
      const [fax] = await inOrganization(organizationId, (tx) =>
        tx.select().from(faxes).where(eq(faxes.id, id)),
      )
      const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
      if (fax) await lookAtFax(fax, within)
    }),
  )
  return rows.length
}

/** Looks at faxes, in a worker process, until it is stopped. Several workers share them. */
export function startFaxWork(): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = startDueLoop('faxes', async () => {
    try {
      const looked = await lookAtDueFaxes(atOnce, stopping.signal)
      return { more: looked === atOnce && !stopping.signal.aborted }
    } catch (error) {
      // The database cannot be reached: the lease stays, and they are due again after it.
      log.warn({ error }, 'faxes could not be looked at; they are tried again')
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
