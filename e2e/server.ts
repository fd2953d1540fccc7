import { createServer, type RequestListener } from 'node:http'

/**
 * A server of the outside world at a port of 127.0.0.1 that the product may call
 * (`E2E_OUTSIDE_PORT`, `E2E_EXAMPLES_PORT`).
 */
export async function startServer(
  port: number,
  listener: RequestListener,
): Promise<{ origin: string; close(): void }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
