import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { tasks } from '#db/schema/runs'
import { startApiProcesses, type ApiProcesses, type Cpu } from './support/api-processes.ts'
import { BenchEngine, type Published } from './support/bench-engine.ts'
import { report, round } from './support/report.ts'
import { inARow } from './support/steps.ts'

/**
 * What a run costs the whole service, over the API, by kind of run: CPU of the web's API, of the
 * worker with its sandbox, and of Postgres; commits; bytes of write-ahead log; bytes that stay in
 * the database.
 *
 * - `check`: one step that only computes, answered at once: what a system asks all day.
 * - `lookup`: three transforms around a GET to another system.
 * - `intake`: eight transforms, a code step and three POSTs that may be repeated.
 * - `case`: four transforms, a screen that a person finds, reads and completes, two transforms, a
 *   POST.
 *
 *     LOG_LEVEL=silent node bench/run-costs.ts [runs of each kind, 1000 unless said]
 */
const runs = Number(process.argv[2] ?? 1000)
const warm = Math.ceil(runs / 2)
const parallel = 20

/** Another system, which answers at once. */
const provider = createServer((incoming, outgoing) => {
  void (async () => {
    if (incoming.method === 'POST') await json(incoming)
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ receipt: 'r-1', status: 'active', amount: 120 }))
  })().catch(() => outgoing.destroy())
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`

const transform = (before?: string) => ({
  type: 'transform',
  config: {
    value: before
      ? { name: { $: 'start.name' }, count: { $: `steps.${before}.output.count + 1` } }
      : { name: { $: 'start.name' }, count: { $: 'start.from' } },
  },
})
const again = (earlier: string) => ({
  type: 'transform',
  config: { value: { name: { $: 'start.name' }, count: { $: `steps.${earlier}.output.count` } } },
})
const get = {
  type: 'http-request',
  config: { url: `http://${host}/find`, query: { name: { $: 'start.name' } } },
}
const post = {
  type: 'http-request',
  config: {
    url: `http://${host}/make`,
    method: 'POST',
    idempotent: 'yes',
    body: { name: { $: 'start.name' }, note: 'Referral of a patient, for the record' },
  },
}
const code = {
  type: 'code',
  config: { source: 'export default ({ start }) => ({ name: start.name.toUpperCase() })\n' },
}
const screen = { type: 'screen', config: { title: 'Decide' } }

/** Steps by a word each; a transform after another kind takes up the last transform's count. */
function steps(words: string): object[] {
  let last: string | undefined
  const kinds = words.split(' ')
  return inARow(kinds.length, (index, before) => {
    if (kinds[index] !== 'transform') return { get, post, code, screen }[kinds[index] ?? ''] ?? {}
    const made = last === undefined || last === before ? transform(last) : again(last)
    last = `s${index}`
    return made
  })
}

const kinds = {
  check: steps('transform'),
  lookup: steps('transform get transform transform'),
  intake: steps(
    'transform transform post transform transform code transform post transform transform post transform',
  ),
  case: steps('transform transform transform transform screen transform transform post'),
}

process.env['SECRET_KEY'] ??= 'a-secret-key-of-this-benchmark-alone'
const bench = await BenchEngine.start()
const processes = await startApiProcesses(bench, { HTTP_ALLOW_PRIVATE: host })

const body = { startData: { name: 'Avery Lindqvist', from: 1 } }

async function answered({ ask }: ApiProcesses, { workflowId }: Published): Promise<void> {
  const at = `/workflows/${workflowId}/runs`
  const answer = await ask('POST', at, { body, headers: { prefer: 'wait=60' } })
  if (!answer.includes('"completed"')) throw new Error(answer.slice(0, 300))
}

/** The screens that are open, as soon as there are so many of them. */
async function openScreens(count: number): Promise<{ taskId: string; runId: string }[]> {
  for (;;) {
    const open = await inOrganization(bench.organizationId, (tx) =>
      tx
        .select({ taskId: tasks.id, runId: tasks.runId })
        .from(tasks)
        .where(eq(tasks.status, 'suspended')),
    )
    if (open.length === count) return open
    await delay(1000)
  }
}

/**
 * Starts so many runs, and then does with each screen what a person does: looks at the list, opens
 * it, completes it. One after the other, since who waits for a screen would ask again and again.
 */
async function decided({ ask }: ApiProcesses, { workflowId }: Published, count: number) {
  await bench.together(count, parallel, () =>
    ask('POST', `/workflows/${workflowId}/runs`, { body }),
  )
  const open = await openScreens(count)
  const output = { decision: 'approved' }
  await bench.together(count, parallel, async () => {
    const screen = open.pop()
    if (!screen) return
    await ask('GET', `/screens?workflow=${workflowId}&limit=50`)
    await ask('GET', `/screens/${screen.taskId}`)
    await ask('POST', `/screens/${screen.taskId}/complete`, { body: { output } })
    await bench.ended(screen.runId)
  })
}

async function databaseBytes(): Promise<number> {
  const { rows } = await bench.admin.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes)
}

async function costOf(name: string, published: Published): Promise<object> {
  const play = async (count: number) =>
    name === 'case'
      ? await decided(processes, published, count)
      : await bench.together(count, parallel, () => answered(processes, published))
  await play(warm)
  await bench.settle()
  const bytes = await databaseBytes()
  const before = await bench.cost()
  const cpuBefore = await processes.cpu()
  await play(runs)
  const cpuAfter = await processes.cpu()
  const after = await bench.cost()
  await bench.settle()
  const cpuMs = (of: keyof Cpu) => round((cpuAfter[of] - cpuBefore[of]) / runs)
  return {
    webMs: cpuMs('api'),
    workerMs: cpuMs('worker'),
    postgresMs: cpuMs('postgres'),
    commits: round((after.commits - before.commits) / runs, 1),
    walKb: round((after.walBytes - before.walBytes) / runs / 1024, 1),
    keptKb: round(((await databaseBytes()) - bytes) / runs / 1024, 1),
  }
}

const costs: Record<string, object> = {}
for (const [name, made] of Object.entries(kinds))
  costs[name] = await costOf(name, await bench.publish(made))
await bench.allCompleted()
report('run-costs', costs)
await processes.stop()
await bench.stop()
provider.close()
process.exit(0)
