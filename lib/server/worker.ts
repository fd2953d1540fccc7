import { fork } from 'node:child_process'
import path from 'node:path'

import { closeDatabase } from '#db/client'
import { startWorker } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { maintainOrganizationDatabases } from '#lib/operations/sql/maintain-organization-databases'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { requireOwnStore } from '#lib/store/store'
import { startTelemetry } from '#lib/telemetry'
import { serveAs } from '#lib/worker-labels'

import { connectDatabase } from './database/connect-database.ts'
import { onShutdown } from './on-shutdown.ts'
import { requireAddress } from './require-address.ts'
import { runEntry } from './run-entry.ts'
import { workerOptions } from './services.ts'

const spawnIsolated = () =>
  fork(path.join(import.meta.dirname, 'isolated.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** A worker hands its runs back within this time (lib/engine/worker/worker.ts). */
const stopWithinMs = 10_000

runEntry(async () => {
  requireAddress({ isDemo: false })
  serveAs(env().WORKER_LABELS)
  const telemetry = await startTelemetry('worker')
  const running: { stop(): Promise<void> }[] = []
  onShutdown(stopWithinMs, async () => {
    for (const each of running) await each.stop()
    await stopProcessPools()
    await stopSqlRunners()
    await closeDatabase()
    await telemetry.stop()
  })
  // No person waits for a worker, and machines may start in any order.
  await connectDatabase(Infinity)
  await requireOwnStore()
  running.push(
    await startWorker({ ...workerOptions(), spawnIsolated, dataDir: env().DATA_DIR }),
    maintainOrganizationDatabases(),
  )
  process.send?.('ready')
})
