import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { closeDatabase } from '#db/client'
import { sealSession, sessionCookieName } from '#lib/auth/session-token'
import { signInWithPassword } from '#lib/auth/sign-in/sign-in-with-password'
import { startWorker } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { connectDatabase } from '#lib/server/database/connect-database'
import { workerOptions } from '#lib/server/services'
import { serveApi } from '#lib/server/web/api-server'
import { startCellWeb } from '#lib/server/web/cells/serve-in-cells'
import { createGuardedServer, guards } from '#lib/server/web/guarded-server'
import { effectTypes } from '../chaos/effects.ts'
import { noServices } from '../harness/engine.ts'

/** What next-auth does with a password; it needs Next, or a bundler. */
async function answerSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // As Next does, which takes only a body that nobody has read.
  const given = new URLSearchParams(await new Response(request as unknown as ReadableStream).text())
  const result = await signInWithPassword({
    email: given.get('email') ?? '',
    password: given.get('password') ?? '',
    address: 'test',
    userAgent: 'Firefox',
    device: undefined,
  })
  if ('refused' in result) response.writeHead(401).end(JSON.stringify({ error: result.refused }))
  else {
    const cookie = `${sessionCookieName()}=${await sealSession(result.sessionId)}; Path=/`
    response.setHeader('set-cookie', cookie)
    response.end('{}')
  }
}

/**
 * A cell in a process of its own: its web, without the pages of Next, and a worker with the steps of
 * the chaos run and the product's work in the background. A page answers who served it. Prints a
 * line when it is ready.
 */
const { CELL, PORT } = env()
await connectDatabase()
const cells = await startCellWeb(0)
if (!cells) throw new Error('CELL is not set')
const server = createGuardedServer(
  {
    ...guards,
    perAddress: 0,
    isProxy: () => false,
    clientOf: (request) => cells.web.addressOf(request),
  },
  (request, response) =>
    cells.web.handle(request, response, async () => {
      response.setHeader('x-served-by', CELL ?? '')
      if (serveApi(request, response)) return
      if (request.url?.startsWith('/api/auth/')) return await answerSignIn(request, response)
      response.end(`a page of ${CELL}`)
    }),
)
const { background = [], handlers = {} } = workerOptions()
const worker = await startWorker({
  services: noServices,
  background,
  handlers,
  openConnection: async () => await Promise.reject(new Error('no connection')),
  stepTypes: new Map(effectTypes.map((type) => [type.info.type, type])),
})
server.listen(PORT, '127.0.0.1')
await once(server, 'listening')
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  server.closeAllConnections()
  void worker
    .stop()
    .then(async () => await cells.stop())
    .then(closeDatabase)
    .then(() => process.exit(0))
})
