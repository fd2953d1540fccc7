import { endWithWorker, serveIsolated } from '#lib/engine/execute/isolated-process'
import { env } from '#lib/env'
import { serveAs } from '#lib/worker-labels'

import { connectDatabase } from './database/connect-database.ts'
import { runEntry } from './run-entry.ts'
import { workerOptions } from './services.ts'

/**
 * Executes runs that may have killed a worker; a worker starts it when necessary
 * (lib/engine/execute/isolation.ts).
 */
runEntry(async () => {
  endWithWorker()
  serveAs(env().WORKER_LABELS)
  await connectDatabase(Infinity)
  serveIsolated(workerOptions())
})
