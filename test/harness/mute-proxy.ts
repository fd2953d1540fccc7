import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type MuteProxy = {
  url: string
  /**
   * Lets connections that are open hear nothing more, as when the machine at the other end has lost
   * its power: nobody closes them. New ones pass.
   */
  mute(): void
  /** Ends all connections and refuses new ones, as HAProxy does while there is no primary. */
  cut(): void
  /** Lets new ones pass again. */
  mend(): void
  /** How many were refused. */
  refused(): number
}

/** Passes connections on to the server of `url`. */
export async function startMuteProxy(url: string): Promise<MuteProxy> {
  const open = new Set<Socket>()
  const { hostname, port } = new URL(url)
  let isCut = false
  let refused = 0
  const proxy = createServer((incoming) => {
    if (isCut) {
      refused++
      return void incoming.resetAndDestroy()
    }
    const onward = connect(Number(port), hostname)
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy()).on('close', () => open.delete(from) && to.destroy())
      from.pipe(to)
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.close()
    for (const socket of open) socket.destroy()
  })
  const own = String((proxy.address() as AddressInfo).port)
  return {
    url: Object.assign(new URL(url), { port: own }).href,
    mute() {
      for (const socket of open) socket.unpipe().pause()
    },
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend() {
      isCut = false
    },
    refused: () => refused,
  }
}
