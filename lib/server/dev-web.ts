import { createServer } from 'node:http'

import next from 'next'

import { env } from '#lib/env'
import { answerUnreadable, refuseTunnels } from '#lib/http/request/unreadable-request'

import { connectDatabase } from './database/connect-database.ts'
import { runEntry } from './run-entry.ts'

/**
 * `next dev` behind the same refusals as web.ts: Next answers 500 to TRACE and 400 to methods that
 * it does not know, before any route.
 */
runEntry(async () => {
  const { PORT, HOST } = env()
  await connectDatabase()
  const server = createServer((request, response) => {
    void (async () => {
      if (!(await answerUnreadable(request, response))) await handle(request, response)
    })()
  })
  refuseTunnels(server)
  // Next listens for the upgrades of this server, by which pages hear of changes.
  const app = next({
    dev: true,
    turbopack: true,
    hostname: HOST ?? 'localhost',
    port: PORT,
    httpServer: server,
  })
  const handle = app.getRequestHandler()
  await app.prepare()
  server.listen({ port: PORT, ...(HOST ? { host: HOST } : {}) })
})
