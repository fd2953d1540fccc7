import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server of the outside world at a port of 127.0.0.1 that the product may call, one for each test
 * that needs one, since tests run at the same time (`E2E_OUTSIDE_PORT`, `E2E_EXAMPLES_PORT`,
 * `E2E_SILENT_PORT`).
 */
export async function startServer(
  port: number,
  listener: RequestListener,
): Promise<{ origin: string; close(): void }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
