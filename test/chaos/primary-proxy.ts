import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { ReplicatedPostgres } from './replicated-postgres.ts'

export type PrimaryProxy = {
  /** The same connection string at the proxy. */
  at(url: string): string
  close(): void
}

/**
 * Passes connections on to where the primary is at the moment, and refuses them while there is none,
 * as HAProxy does in front of Patroni.
 */
export async function startPrimaryProxy(postgres: ReplicatedPostgres): Promise<PrimaryProxy> {
  const open = new Set<Socket>()
  const proxy = createServer((incoming) => {
    const port = postgres.primaryPort
    if (port === undefined) return void incoming.resetAndDestroy()
    const onward = connect(port, '127.0.0.1')
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
  const { port } = proxy.address() as AddressInfo
  return {
    at: (url) => Object.assign(new URL(url), { port: String(port) }).href,
    close() {
      proxy.close()
      for (const socket of open) socket.destroy()
    },
  }
}
