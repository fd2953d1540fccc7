import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import next from 'next'

import { appConnectionString, closeDatabase } from '#db/client'
import { logAccess } from '#lib/access-log'
import { addressOfRequest, isTrustedProxy, withClientAddress } from '#lib/client-address'
import { connectExecutors } from '#lib/engine/commands/hand-over'
import { env } from '#lib/env'
import { readReference } from '#lib/http/endpoints'
import { answerUnreadable, refuseTunnels } from '#lib/http/request/unreadable-request'
import { log } from '#lib/log'
import { stopProcessPools } from '#lib/process-pool/shared-pool'

import { serveApi } from './web/api-server.ts'
import { ensureBuilt } from './build.ts'
import { connectDatabase } from './database/connect-database.ts'
import { startCellWeb } from './web/cells/serve-in-cells.ts'
import { useConfigOfBuild } from './web/config-of-build.ts'
import { serveFormAsset } from './web/form-assets.ts'
import { createGuardedServer, guards } from './web/guarded-server.ts'
import { offerSetUp } from './offer-set-up.ts'
import { onShutdown } from './on-shutdown.ts'
import { answerWithoutDatabase, renderPage } from './web/pages-without-database.ts'
import { startWebTelemetry } from './web/web-telemetry.ts'
import { portError } from './require-free-port.ts'
import { requireAddress } from './require-address.ts'
import { runEntry } from './run-entry.ts'
import { handleInTurn } from './web/sign-in-turns.ts'

/** At shutdown, open requests may take this long; then the event streams of pages are cut off. */
const finishWithinMs = 3000

runEntry(async () => {
  Object.assign(process.env, { NODE_ENV: 'production' })
  requireAddress({ isDemo: false })
  const { PORT, HOST, BASE_URL, DATA_DIR, CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES } = env()
  const telemetry = await startWebTelemetry()
  await connectDatabase()
  await offerSetUp()
  const cells = await startCellWeb(TRUSTED_PROXIES)
  const executors = connectExecutors(DATA_DIR, appConnectionString())
  // `npm start` builds before it starts this process.
  if (!process.env['ROUNDS_BUILT']) await ensureBuilt()
  useConfigOfBuild()
  const app = next({ dev: false, hostname: 'localhost', port: PORT })
  const handle = app.getRequestHandler()
  await app.prepare()
  const isSecure = BASE_URL.startsWith('https:')
  const own = {
    ...guards,
    perAddress: CONNECTIONS_PER_ADDRESS,
    isProxy: (address: string) => isTrustedProxy(address, TRUSTED_PROXIES),
    clientOf: (request: IncomingMessage) =>
      cells?.web.addressOf(request) ?? addressOfRequest(request, TRUSTED_PROXIES),
  }
  const server = createGuardedServer(own, (request, response) => {
    const serve = async () => {
      // Not in next.config.ts, which is read when the pages are built: the address is known only
      // now.
      if (isSecure)
        response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
      if (await answerUnreadable(request, response)) return
      if (serveApi(request, response)) return
      if (await serveFormAsset(request, response)) return
      if (await answerWithoutDatabase(request, response)) return
      await handleInTurn(request, response, (...page) => renderPage(...page, handle))
    }
    if (cells)
      cells.web.handle(request, response, async () => {
        await logAccess(request, response, serve)
      })
    else void withClientAddress(request, TRUSTED_PROXIES, () => logAccess(request, response, serve))
  })
  refuseTunnels(server)
  // Longer than load balancers keep a connection (60 s is common), or they reuse one that is just
  // being closed.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, PORT)))
    server.listen({ port: PORT, ...(HOST ? { host: HOST } : {}) }, resolve)
  })
  log.info({ port: PORT }, 'web started')
  process.send?.('ready')
  // Its first reader would wait for it, and all who ask meanwhile.
  readReference()

  onShutdown(8000, async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await Promise.race([closed, sleep(finishWithinMs)])
    server.closeAllConnections()
    await app.close()
    executors.stop()
    await stopProcessPools()
    await cells?.stop()
    await closeDatabase()
    await telemetry.stop()
  })
})
