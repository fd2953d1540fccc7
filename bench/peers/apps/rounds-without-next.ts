import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { appConnectionString, closeDatabase } from '../../../db/client.ts'
import { connectExecutors } from '../../../lib/engine/commands/hand-over.ts'
import { env } from '../../../lib/env.ts'
import { serveApi } from '../../../lib/server/web/api-server.ts'
import { keepRunning } from '../../../lib/server/child.ts'
import { childEnvironment } from '../../../lib/server/child-environment.ts'
import { connectDatabase } from '../../../lib/server/database/connect-database.ts'
import { openDatabase } from '../../../lib/server/database/database.ts'
import { memoryFlags } from '../../../lib/server/memory-flags.mjs'
import { onShutdown } from '../../../lib/server/on-shutdown.ts'
import { prepare } from '../../../lib/server/prepare.ts'
import { runEntry } from '../../../lib/server/run-entry.ts'

/**
 * Starts the product like lib/server/start.ts, but without Next, so that no build is needed: the
 * API in one process (`api`), the worker in another, both children of this one.
 */
const stopWithinMs = 8000

async function serve(): Promise<void> {
  await connectDatabase()
  const executors = connectExecutors(env().DATA_DIR, appConnectionString())
  const server = createServer(
    (request, response) => void (serveApi(request, response) || response.writeHead(404).end()),
  )
  server.keepAliveTimeout = 75_000
  const { PORT } = env()
  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve))
  process.send?.('ready')
  onShutdown(stopWithinMs, async () => {
    server.closeAllConnections()
    executors.stop()
    await closeDatabase()
  })
}

async function start(): Promise<void> {
  mkdirSync(env().DATA_DIR, { recursive: true })
  const database = await openDatabase()
  await prepare(database, { build: false, signal: new AbortController().signal })
  const urls = await database.urls()
  const flags = memoryFlags()
  const { appUrl, authUrl } = urls
  const api = { args: [...flags, import.meta.filename, 'api'], urls: { appUrl, authUrl } }
  const worker = { args: [...flags, 'lib/server/worker.ts'], urls }
  const children = [api, worker].map(({ args, urls: own }) =>
    keepRunning({ name: args.at(-1) ?? '', args, env: childEnvironment(own) }),
  )
  onShutdown(stopWithinMs, async () => {
    await Promise.all(children.map((child) => child.stop(stopWithinMs)))
  })
  await Promise.all(children.map((child) => child.ready))
  process.stdout.write('Rounds is running without Next.\n')
}

runEntry(process.argv[2] === 'api' ? serve : start)
