import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * The agents of a cluster, in a thread of their own: `GET /primary` answers 200 at the place that
 * leads. Copies of clusters make the thread that started this one wait for seconds; a proxy that
 * gets no answer meanwhile would end all connections to a healthy primary.
 */
const places = workerData as { name: string; agentPort: number }[]
let leader: string | undefined

parentPort?.on('message', (name: string | undefined) => {
  leader = name
})
await Promise.all(
  places.map(async ({ name, agentPort }) => {
    const agent = createServer((_request, response) =>
      response.writeHead(leader === name ? 200 : 503).end(),
    )
    await new Promise<void>((resolve) => agent.listen(agentPort, '127.0.0.1', resolve))
  }),
)
parentPort?.postMessage('ready')
