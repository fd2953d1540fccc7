import { authDb, waitingForConnection } from '#db/client'
import { serviceNumbers } from '#db/schema/service'
import { hasLongBacklog } from '#lib/engine/store/commits/fairness'
import { priorities } from '#lib/engine/store/lock-run'
import type { ServiceNumbers } from '#lib/engine/worker/report-numbers'
import { env } from '#lib/env'
import { log } from '#lib/log'

/** How often a process looks at the numbers of the whole service, while it is asked. */
const lookEveryMs = 2000
/** A worker counts them every ten seconds; when none does, nobody knows. */
const oldMs = 60_000
/** So many times the setting, and the starts of all organizations are refused. */
const forAll = 4
/** Callers that wait for a connection of this process, in the size of its pool. */
const mostWaiting = 4

type Queue = { at: number; dueSeconds: number }
const state: { lookedAt: number; queue?: Queue | undefined } = { lookedAt: 0 }

async function look(): Promise<void> {
  try {
    const [row] = await authDb().select().from(serviceNumbers)
    const numbers = row?.numbers as ServiceNumbers | null | undefined
    state.queue =
      row && numbers ? { at: row.at.getTime(), dueSeconds: numbers.queue.dueSeconds } : undefined
  } catch (error) {
    log.debug({ error }, 'the numbers of the service could not be read')
  }
}

function queueSeconds(now: number): number {
  if (now - state.lookedAt > lookEveryMs) {
    state.lookedAt = now
    // Not awaited: a start must not wait for this query. The next start uses its result.
    void look()
  }
  const { queue } = state
  return queue && now - queue.at < oldMs ? queue.dueSeconds : 0
}

/**
 * What has more to do than it can, so that a start by a system is refused; undefined when nothing
 * has. The queue is behind when its oldest job waits longer than SHED_AFTER_SECONDS: then
 * organizations that have more than a thousand runs in it add no more, and beyond four times that
 * nobody does. The database is behind when many callers of this process wait for a connection.
 */
export function whatIsBehind(
  organizationId: string,
  now = Date.now(),
): 'queue' | 'database' | undefined {
  const most = env().SHED_AFTER_SECONDS
  if (most === 0) return undefined
  if (waitingForConnection() >= mostWaiting) return 'database'
  const seconds = queueSeconds(now)
  if (seconds <= most) return undefined
  const isMuch = seconds > most * forAll || hasLongBacklog(organizationId, priorities.normal)
  return isMuch ? 'queue' : undefined
}
