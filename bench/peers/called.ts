import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export type Called = {
  origin: string
  /** The number of calls it has received so far. */
  calls(): Promise<number>
  stop(): void
}

/** Starts the service that workloads call (apps/called-server.ts). */
export async function startCalled(): Promise<Called> {
  const server = fork(path.join(import.meta.dirname, 'apps/called-server.ts'))
  const [port] = (await once(server, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    async calls() {
      server.send('calls')
      const [calls] = (await once(server, 'message')) as [number]
      return calls
    },
    stop: () => void server.kill(),
  }
}
