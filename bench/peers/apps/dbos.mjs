import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { DBOS } from '@dbos-inc/dbos-sdk'

/**
 * The workloads on DBOS: workflows and the HTTP server that starts them in one process, as its
 * documentation shows it. `POST /<workload>` with `{"n": 1}` answers `{"n": 2}` at the end of
 * the run. Settings: DATABASE_URL, PORT, CALLED_ORIGIN, FAN_OUT_ITEMS.
 */
const { DATABASE_URL, PORT, CALLED_ORIGIN, FAN_OUT_ITEMS, POOL_SIZE } = process.env
const items = Array.from({ length: Number(FAN_OUT_ITEMS) }, (_, index) => index)

const addOne = async (n) => n + 1
const post = async (n) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`${CALLED_ORIGIN}/add`, { ...init, body: JSON.stringify({ n }) })
  return (await answer.json()).n
}
const get = async (n) => (await (await fetch(`${CALLED_ORIGIN}/add?n=${n}`)).json()).n

/** `length` steps in a row, each with the answer of the one before. */
const inARow = (name, length, step) =>
  DBOS.registerWorkflow(
    async (n) => {
      let value = n
      for (let index = 0; index < length; index++)
        value = await DBOS.runStep(() => step(value), { name: `step-${index}` })
      return value
    },
    { name },
  )

const workflows = {
  'one-computed': inARow('one-computed', 1, addOne),
  'forty-computed': inARow('forty-computed', 40, addOne),
  'one-post': inARow('one-post', 1, post),
  'five-posts': inARow('five-posts', 5, post),
  'five-gets': inARow('five-gets', 5, get),
  'ten-code': inARow('ten-code', 10, addOne),
  'fan-out': DBOS.registerWorkflow(
    async (n) => {
      const parts = items.map((item) =>
        DBOS.runStep(async () => item + n, { name: `item-${item}` }),
      )
      return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0)
    },
    { name: 'fan-out' },
  ),
}

DBOS.setConfig({
  name: 'peers',
  systemDatabaseUrl: DATABASE_URL,
  logLevel: 'error',
  ...(POOL_SIZE ? { systemDatabasePoolSize: Number(POOL_SIZE) } : {}),
})
await DBOS.launch()

const send = (response, status, value) => {
  const body = JSON.stringify(value)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
}

const server = createServer((request, response) => {
  const serve = async () => {
    const workflow = workflows[request.url.slice(1)]
    if (!workflow) return send(response, 404, {})
    const { n } = await json(request)
    const run = await DBOS.startWorkflow(workflow)(n)
    send(response, 200, { n: await run.getResult() })
  }
  serve().catch((error) => send(response, 500, { error: String(error) }))
})
server.keepAliveTimeout = 600_000
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('The app is ready.\n'))

process.once('SIGTERM', () => {
  server.closeAllConnections()
  void DBOS.shutdown().finally(() => process.exit(0))
})
