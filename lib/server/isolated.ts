import { endWithWorker, serveIsolated } from '#lib/engine/execute/isolated-process'

import { connectDatabase } from './database/connect-database.ts'
import { runEntry } from './run-entry.ts'
import { workerOptions } from './services.ts'

/**
 * Executes runs that may have killed a worker; a worker starts it when necessary
 * (lib/engine/execute/isolation.ts).
 */
runEntry(async () => {
  endWithWorker()
  await connectDatabase(Infinity)
  serveIsolated(workerOptions())
})
