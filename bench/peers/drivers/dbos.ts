import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fanOutItems } from '../workloads.ts'
import type { Driver } from './driver.ts'
import { howToInstall, installedVersion } from './installed.ts'
import { startPostgres } from './postgres.ts'
import { freePort, Program } from './program.ts'
import { valueIn } from './value-in.ts'

const name = '@dbos-inc/dbos-sdk'

/** DBOS, a library in the process of the application (apps/dbos.mjs), on the product's Postgres. */
export const dbos: Driver = {
  name: 'dbos',
  title: () => `DBOS ${installedVersion(name)}`,
  missing: () => (installedVersion(name) ? undefined : howToInstall),
  async start({ folder, calledOrigin }) {
    const postgres = await startPostgres(folder)
    const port = await freePort()
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      PORT: String(port),
      CALLED_ORIGIN: calledOrigin,
      FAN_OUT_ITEMS: String(fanOutItems),
    }
    const args = [path.join(import.meta.dirname, '../apps/dbos.mjs')]
    const launch = async () => {
      const program = new Program({ args, env, readyText: 'The app is ready.' })
      await program.ready
      return program
    }
    const from = performance.now()
    let app = await launch()
    return {
      origin: `http://127.0.0.1:${port}`,
      firstStartMs: performance.now() - from,
      logBytes: postgres.logBytes,
      recordedRuns: async () =>
        await postgres.count(
          `select count(*) as number from dbos.workflow_status where status = 'SUCCESS'`,
        ),
      request: (workload, n) => ({
        path: `/${workload}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ n }),
      }),
      valueOf: (_, answer) => valueIn(answer),
      pids: () => ({ engine: [app.pid], database: [postgres.pid] }),
      async restart() {
        await app.stop()
        const again = performance.now()
        app = await launch()
        return performance.now() - again
      },
      async stop() {
        await app.stop()
        await postgres.stop()
      },
    }
  },
}
