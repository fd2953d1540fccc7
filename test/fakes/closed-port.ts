import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** `host:port` of this machine without a listener. */
export async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `127.0.0.1:${port}`
}
