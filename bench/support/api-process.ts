import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appConnectionString } from '#db/client'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { startWorker } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { serveApi } from '../../lib/server/web/api-server.ts'
import { connectDatabase } from '../../lib/server/database/connect-database.ts'
import { workerOptions } from '../../lib/server/services.ts'
import { cpuOfChildren } from './cpu.ts'

/**
 * A child of `api-processes.ts`: serves the API (`serve`), without Next, or is a worker (`work`).
 * It answers each message with the milliseconds of CPU that it and its children have used, and ends
 * with its parent.
 */
async function serve(): Promise<number> {
  connectExecutors(env().DATA_DIR, appConnectionString())
  const server = createServer(
    (request, response) => void (serveApi(request, response) || response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

await connectDatabase()
if (process.argv[2] === 'serve') process.send?.(await serve())
else {
  await startWorker({ ...workerOptions(), dataDir: env().DATA_DIR })
  process.send?.(0)
}
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000 + cpuOfChildren(process.pid))
})
process.on('disconnect', () => process.exit(0))
