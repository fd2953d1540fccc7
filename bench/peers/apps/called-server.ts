import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * The service that workloads call, a process of its own: it answers after 5 ms with the number it
 * was given and one more, `POST /add` with `{"n": 1}` and `GET /add?n=1` alike. Tells its parent
 * the port, and how many calls there were when asked.
 */
const answerAfterMs = 5
let calls = 0

const server = createServer((incoming, outgoing) => {
  calls++
  const { searchParams } = new URL(incoming.url ?? '/', 'http://called')
  const given =
    incoming.method === 'POST'
      ? json(incoming).then((body) => (body as { n: unknown }).n)
      : Promise.resolve(searchParams.get('n'))
  given.then(
    (n) =>
      setTimeout(() => {
        const body = JSON.stringify({ n: Number(n) + 1 })
        outgoing.writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        })
        outgoing.end(body)
      }, answerAfterMs),
    () => outgoing.writeHead(400).end(),
  )
})
// Longer than any workload lasts, so that no caller uses a connection that is being closed.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => process.send?.(calls))
process.on('disconnect', () => process.exit(0))
