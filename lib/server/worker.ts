import { closeDatabase } from '#db/client'
import { startWorker } from '#lib/engine/worker'
import { keepOrganizationDatabases } from '#lib/operations/sql/keep-organization-databases'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { stopRunners } from '#lib/sandbox/run-code'
import { startTelemetry } from '#lib/telemetry'

import { connectDatabase } from './connect-database.ts'
import { onShutdown } from './on-shutdown.ts'
import { runEntry } from './run-entry.ts'
import { workerOptions } from './services.ts'

/** A worker hands everything back within 10 s (lib/engine/worker.ts). */
const stopWithinMs = 10_000

runEntry(async () => {
  const telemetry = startTelemetry('worker')
  await connectDatabase()
  const worker = await startWorker(workerOptions())
  const databases = keepOrganizationDatabases()
  process.send?.('ready')
  onShutdown(stopWithinMs, async () => {
    await worker.stop()
    await databases.stop()
    await stopRunners()
    await stopSqlRunners()
    await closeDatabase()
    await telemetry.stop()
  })
})
