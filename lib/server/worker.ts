import { closeDatabase } from '#db/client'
import { startWorker } from '#lib/engine/worker'
import { stopRunners } from '#lib/sandbox/run-code'

import { connectDatabase } from './connect-database.ts'
import { onShutdown } from './on-shutdown.ts'
import { runEntry } from './run-entry.ts'
import { workerOptions } from './services.ts'

/** A worker hands everything back within 10 s (lib/engine/worker.ts). */
const stopWithinMs = 10_000

runEntry(async () => {
  await connectDatabase()
  const worker = await startWorker(workerOptions())
  process.send?.('ready')
  onShutdown(stopWithinMs, async () => {
    await worker.stop()
    await stopRunners()
    await closeDatabase()
  })
})
