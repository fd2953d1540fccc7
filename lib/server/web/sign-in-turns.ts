import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress, networkOf } from '#lib/client-address'
import { tooManySignIns } from '#lib/http/response/sign-in-unavailable'

export type TurnLimits = {
  /** Concurrent requests of one network. */
  atOnce: number
  /** Requests of one network that may wait; the next one is answered 429. */
  waiting: number
  /** A request that takes longer, such as one with a slow body, no longer counts. */
  countedMs: number
  /** After a request its network pauses for this many times its duration, */
  restFactor: number
  /** and for at most this long. */
  maxRestMs: number
}

/** A network gets at most a quarter of the process, independent of what it sends. */
const limits: TurnLimits = {
  atOnce: 1,
  waiting: 100,
  countedMs: 1000,
  restFactor: 3,
  maxRestMs: 250,
}

type Network = { running: number; waiting: (() => void)[] }

/**
 * Takes turns by network: a few requests of each at once, the others in order of arrival, with a
 * pause in between.
 */
export class NetworkTurns {
  readonly #limits: TurnLimits
  readonly #networks = new Map<string, Network>()

  constructor(turnLimits: TurnLimits = limits) {
    this.#limits = turnLimits
  }

  /** Does the work in its turn; returns false when too many of this network already wait. */
  async run(network: string, work: () => Promise<void>): Promise<boolean> {
    const turns = this.#networks.get(network) ?? { running: 0, waiting: [] }
    this.#networks.set(network, turns)
    if (turns.running >= this.#limits.atOnce) {
      if (turns.waiting.length >= this.#limits.waiting) return false
      await new Promise<void>((resolve) => turns.waiting.push(resolve))
    } else turns.running += 1
    const leave = this.#leaver(network, turns)
    const began = performance.now()
    const timer = setTimeout(leave, this.#limits.countedMs)
    try {
      await work()
    } finally {
      clearTimeout(timer)
      const { restFactor, maxRestMs } = this.#limits
      setTimeout(leave, Math.min((performance.now() - began) * restFactor, maxRestMs))
    }
    return true
  }

  /** Gives the place to the next request, once. */
  #leaver(network: string, turns: Network): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = turns.waiting.shift()
      if (next) next()
      else {
        turns.running -= 1
        if (turns.running === 0) this.#networks.delete(network)
      }
    }
  }
}

const turns = new NetworkTurns()

/**
 * Passes a request to Next; sign-in requests take turns by network. Each costs Next and next-auth
 * several milliseconds of CPU for any answer: many at once, all with wrong passwords, would delay
 * the requests of all others.
 */
export async function handleInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  const work = async () => {
    // The caller has disconnected meanwhile.
    if (!response.destroyed) await handle(request, response)
  }
  if (!request.url?.startsWith('/api/auth/')) return await work()
  if (await turns.run(networkOf(clientAddress()), work)) return
  const answer = tooManySignIns()
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}
