import { createServer } from 'node:http2'
import * as restate from '@restatedev/restate-sdk'

/**
 * The workloads on Restate: a service whose handlers its server calls over HTTP/2. Each workload is
 * a handler, with _ for - in its name, that is given `{"n": 1}` and answers `{"n": 2}`.
 * Settings: PORT, CALLED_ORIGIN, FAN_OUT_ITEMS.
 */
const { PORT, CALLED_ORIGIN, FAN_OUT_ITEMS } = process.env
const items = Array.from({ length: Number(FAN_OUT_ITEMS) }, (_, index) => index)

const addOne = async (n) => n + 1
const post = async (n) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`${CALLED_ORIGIN}/add`, { ...init, body: JSON.stringify({ n }) })
  return (await answer.json()).n
}
const get = async (n) => (await (await fetch(`${CALLED_ORIGIN}/add?n=${n}`)).json()).n

/** `length` steps in a row, each with the answer of the one before. */
const inARow =
  (length, step) =>
  async (context, { n }) => {
    let value = n
    for (let index = 0; index < length; index++) {
      const before = value
      value = await context.run(`step-${index}`, () => step(before))
    }
    return { n: value }
  }

const peers = restate.service({
  name: 'peers',
  handlers: {
    one_computed: inARow(1, addOne),
    forty_computed: inARow(40, addOne),
    one_post: inARow(1, post),
    five_posts: inARow(5, post),
    five_gets: inARow(5, get),
    ten_code: inARow(10, addOne),
    fan_out: async (context, { n }) => {
      const parts = items.map((item) => context.run(`item-${item}`, async () => item + n))
      const values = await restate.RestatePromise.all(parts)
      return { n: values.reduce((sum, value) => sum + value, 0) }
    },
  },
})

const server = createServer(restate.createEndpointHandler({ services: [peers] }))
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('The app is ready.\n'))
process.once('SIGTERM', () => process.exit(0))
