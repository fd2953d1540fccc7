import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startWorker } from '#lib/engine/worker/worker'
import { serveApi } from '#lib/server/web/api-server'
import { connectDatabase } from '#lib/server/database/connect-database'
import { workerOptions } from '#lib/server/services'

/**
 * The API and a worker in one process, for tests that look at what a process holds. The settings
 * come by the environment. Sends its port when it is ready, and, when asked, the most memory that
 * it ever had, in bytes; what nobody holds is collected soon, since V8 lets up to a hundred
 * megabytes of read buffers lie. Ends with its parent.
 */
await connectDatabase()
const server = createServer(
  (request, response) => void (serveApi(request, response) || response.writeHead(404).end()),
)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
await startWorker(workerOptions())
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024))
let held = 0
setInterval(() => {
  const { arrayBuffers } = process.memoryUsage()
  if (arrayBuffers < held + 24 * 1024 * 1024) {
    held = Math.min(held, arrayBuffers)
    return
  }
  globalThis.gc?.()
  held = process.memoryUsage().arrayBuffers
}, 5)
process.on('disconnect', () => process.exit(0))
process.send?.((server.address() as AddressInfo).port)
