import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientAddress, networkOf } from '#lib/client-address'
import { tooManySignIns } from '#lib/http/response/sign-in-unavailable'

export type TurnLimits = {
  /** Requests of one network that are worked on at once. */
  atOnce: number
  /** Requests of one network that may wait; the next one is answered 429. */
  waiting: number
  /** A request that takes longer, such as one whose body trickles, counts no more. */
  countedMs: number
  /** After a request its network rests for so many times as long as it took, */
  restFactor: number
  /** and for so long at most. */
  maxRestMs: number
}

/** A network gets a quarter of the process at most, whatever it sends. */
const limits: TurnLimits = {
  atOnce: 1,
  waiting: 100,
  countedMs: 1000,
  restFactor: 3,
  maxRestMs: 250,
}

type Network = { running: number; waiting: (() => void)[] }

/**
 * Turns of networks: a few requests at once each, the others in the order in which they came, with
 * a rest in between.
 */
export class NetworkTurns {
  readonly #limits: TurnLimits
  readonly #networks = new Map<string, Network>()

  constructor(turnLimits: TurnLimits = limits) {
    this.#limits = turnLimits
  }

  /** Does the work in its turn; false when too many of this network wait already. */
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

  /** Hands the place to the next one, once. */
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
 * Hands a request to Next; those of sign-in in turns for each network. Each takes Next and
 * next-auth several milliseconds of CPU, whatever it answers: many at once, all with wrong
 * passwords, would keep everybody else's requests waiting.
 */
export async function handleInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  const work = async () => {
    // The caller has left meanwhile.
    if (!response.destroyed) await handle(request, response)
  }
  if (!request.url?.startsWith('/api/auth/')) return await work()
  if (await turns.run(networkOf(clientAddress()), work)) return
  const answer = tooManySignIns()
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}
