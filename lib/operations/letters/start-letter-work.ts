import { eq } from 'drizzle-orm'
import { enginePool, inOrganization } from '#db/client'
import { letters } from '#db/schema/letters'
import { goesOnHereText } from '#db/goes-on-here'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { servedHereSql, servedValues } from '../connections/served-here.ts'
import { lookAtLetter } from './look-at-letter.ts'

/** Letters that one worker looks at at once, and of one organization at most. */
const atOnce = 8
const perOrganization = 4
/** A look that takes longer is given up; sooner than the letter is due for another worker. */
const longestMs = 60_000
const leaseSeconds = 120

/**
 * Takes letters that are due, some of each organization, so that one with many holds up no other.
 * Until the lease is over, no other worker finds them due.
 */
const claimSql = `
  update letters set next_look_at = now() + make_interval(secs => $2)
  where id in (
    select id from letters
    where next_look_at <= now() and id in (
      select id from (
        select id, next_look_at, row_number()
          over (partition by organization_id order by next_look_at) as place
        from letters where next_look_at <= now() and ${goesOnHereText()}
          and ${servedHereSql('letters.connection_id', '$4', '$5')}) due
      where place <= $3 order by place, next_look_at limit $1)
    for update skip locked)
  returning id, organization_id as "organizationId"`

/** Looks at the letters that are due. Answers how many they were. */
export async function lookAtDueLetters(signal: AbortSignal, atMost = atOnce): Promise<number> {
  const { rows } = await enginePool().query<{ id: string; organizationId: string }>(claimSql, [
    atMost,
    leaseSeconds,
    perOrganization,
    ...servedValues(),
  ])
  await Promise.all(
    rows.map(async ({ id, organizationId }) => {
      const [letter] = await inOrganization(organizationId, (tx) =>
        tx.select().from(letters).where(eq(letters.id, id)),
      )
      const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
      if (letter) await lookAtLetter(letter, within)
    }),
  )
  return rows.length
}

/** Follows letters, in a worker process, until it is stopped. Several workers share them. */
export function startLetterWork(): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = startDueLoop('letters', async () => {
    try {
      const looked = await lookAtDueLetters(stopping.signal)
      return { more: looked > 0 && !stopping.signal.aborted }
    } catch (error) {
      // The database cannot be reached: the lease stays, and they are due again after it.
      log.warn({ error }, 'letters could not be looked at; they are tried again')
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
