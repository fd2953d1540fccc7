import { startDueLoop } from '#lib/engine/worker/due-loop'
import { log } from '#lib/log'
import { claimHieRequests, nextHiePoll } from './hie-request-store.ts'
import { workOnHieRequest } from './work-on-hie-request.ts'

/** Requests that one worker works on at once; mostly it waits for the provider. */
const atOnce = 4
/** After this time the request is released, so that many documents do not delay other requests. */
const longestMs = 10 * 60_000

/**
 * Works on requests to health information exchanges, in a worker process, until it is stopped.
 * Several workers share them.
 */
export function startHieRequests(workerId: string): { stop(): Promise<void> } {
  const active = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  async function work(
    claimed: Awaited<ReturnType<typeof claimHieRequests>>[number],
  ): Promise<void> {
    try {
      await workOnHieRequest(
        claimed,
        AbortSignal.any([stopping.signal, AbortSignal.timeout(longestMs)]),
      )
    } catch (error) {
      // The database cannot be reached: the lease stays, and this worker takes the request again.
      log.warn(
        { error, requestId: claimed.id },
        'a request to an exchange could not be written; it is tried again',
      )
    } finally {
      active.delete(claimed.id)
      if (!stopping.signal.aborted) loop.runNow()
    }
  }

  const loop = startDueLoop('hie requests', async () => {
    const room = atOnce - active.size
    const claimed = room > 0 ? await claimHieRequests(workerId, [...active.keys()], room) : []
    for (const one of claimed) active.set(one.id, work(one))
    return { more: false, nextAt: active.size < atOnce ? await nextHiePoll() : undefined }
  })
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
      await Promise.all(active.values())
    },
  }
}
