import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * What a step of `effects.ts` asks for. `allowed`: unsafe by its type, and its author allows a
 * repeat under the same key. `refuse`: so many of its calls are answered "not done" first.
 */
export type EffectCall = {
  effect: 'idempotent' | 'allowed' | 'unsafe'
  run: string
  task: string
  attempt: number
  key: string
  value: unknown
  slowMs: number
  refuse: number
  /** The connection with limits that it goes through. */ lane?: string
}
export type Receipt = { receipt: string; value: unknown }
/**
 * A call that took effect, with its answer; a repeat under the same key gets the same answer and
 * has no new effect.
 */
type Entry = EffectCall & { at: number; answer: Receipt; repeat: boolean }

export type CountingProvider = {
  url: string
  /** Every call that was not refused, in the order of arrival. */
  entries: Entry[]
  /** A person's finding when asking whether this attempt took effect. */
  find(task: string, attempt: number): Receipt | undefined
  /** The max number of concurrent calls of each connection with limits. */
  most: Map<string, number>
  close(): Promise<void>
}

/**
 * The outside system, in the process of the test, so that it survives all kills: executes its calls
 * and records them.
 */
export async function startCountingProvider(): Promise<CountingProvider> {
  const entries: Entry[] = []
  const refused = new Map<string, number>()
  const byKey = new Map<string, Receipt>()
  const byAttempt = new Map<string, Receipt>()
  const underWay = new Map<string, number>()
  const most = new Map<string, number>()
  const count = (lane: string, change: number): void => {
    underWay.set(lane, (underWay.get(lane) ?? 0) + change)
    most.set(lane, Math.max(most.get(lane) ?? 0, underWay.get(lane) ?? 0))
  }
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const call = JSON.parse(await text(incoming)) as EffectCall
      const soFar = refused.get(call.task) ?? 0
      if (soFar < call.refuse) {
        refused.set(call.task, soFar + 1)
        return outgoing.writeHead(409).end()
      }
      const known = call.effect === 'unsafe' ? undefined : byKey.get(call.key)
      const answer = known ?? { receipt: `receipt ${entries.length}`, value: call.value }
      byKey.set(call.key, answer)
      byAttempt.set(`${call.task} ${call.attempt}`, answer)
      entries.push({ ...call, at: Date.now(), answer, repeat: known !== undefined })
      if (call.lane) count(call.lane, 1)
      await delay(call.slowMs)
      if (call.lane) count(call.lane, -1)
      return outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer))
    })().catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    entries,
    most,
    find: (task, attempt) => byAttempt.get(`${task} ${attempt}`),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
