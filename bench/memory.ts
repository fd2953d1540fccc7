import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { pinnedNode } from '../scripts/pinned-node.mjs'
import { report, round } from './support/report.ts'
import { unreachedLimits } from './support/limits.ts'

/**
 * What the whole product holds: `npm start` on a database of its own, runs by 20 connections, and
 * the resident set of web, worker and the process that watches them, once when they are up, after
 * 1,000 runs, and then ten times on the way. `proportional` counts what processes share, such as
 * Node's program, once. Every other run only computes, in the web process; the others have an
 * expression with a function and are handed to the worker. After 100,000 runs web and worker are to
 * hold at most 400 MB together, and at most 1.3 times as much as after 1,000.
 *
 *     node bench/memory.ts [runs, 5000 unless said]        node bench/memory.ts 100000
 */
const runs = Number(process.argv[2] ?? 5000)
const connections = 20
const key = 'rk_bench_0123456789abcdefghijklmnopqrstuv'

/** The memory of a process: `Rss`, or `Pss`, its share of it. */
const megabytes = (pid: number, what: 'Rss' | 'Pss'): number => {
  const sums = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return round(Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(sums)?.[1] ?? 0) / 1024, 0)
}

/** The processes of the product by the program that they run. */
function processOf(program: string, parent: number): number {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, after = ''] = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8')
      if (Number(after.split(' ')[1]) === parent && command.includes(program)) return Number(entry)
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error(`no process of ${program}`)
}

async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function started(product: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    product.once('exit', (code) => reject(new Error(`the product ended with ${code}\n${output}`)))
    for (const stream of [product.stdout, product.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-5000)
        // The first start builds the pages, which takes minutes on a busy machine.
        process.stderr.write(text)
        if (output.includes('Rounds is running')) resolve()
      })
  })
}

const folder = mkdtempSync(path.join(tmpdir(), 'rounds-memory-'))
chmodSync(folder, 0o711)
const port = await freePort()
const settings = {
  HOST: '127.0.0.1',
  PORT: String(port),
  BASE_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  SEED_API_KEY: key,
  ...unreachedLimits,
}
const { DATABASE_URL: _database, SECRET_KEY: _key, ...own } = process.env
const root = path.resolve(import.meta.dirname, '..')
const product = spawn(pinnedNode(root), ['scripts/bootstrap.mjs', 'start'], {
  cwd: root,
  env: { ...own, ...settings },
  stdio: ['ignore', 'pipe', 'pipe'],
})

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const origin = `http://127.0.0.1:${port}/api/v2/workflows`
const authorization = `Bearer ${key}`

/** Creates and publishes a workflow of one transform; returns its id. */
async function publish(name: string, expression: string): Promise<string> {
  const post = async (
    url: string,
    body: object,
  ): Promise<{ id: string; draftRevision: number }> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(await answer.text())
    return (await answer.json()) as { id: string; draftRevision: number }
  }
  const step = { id: 'one', type: 'transform', title: 'One', config: { value: { $: expression } } }
  const definition = { startData: {}, steps: [step], settings: {} }
  const { id, draftRevision } = await post(origin, { name, definition })
  await post(`${origin}/${id}/publish`, { revision: draftRevision })
  return id
}

const body = JSON.stringify({ startData: { n: 1 } })
const headers = {
  authorization,
  'content-type': 'application/json',
  prefer: 'wait=30',
  'content-length': Buffer.byteLength(body),
}
async function run(workflowId: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const url = `${origin}/${workflowId}/runs`
    const sent = httpRequest(url, { agent, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        text.includes('"completed"') ? resolve() : reject(new Error(text.slice(0, 300))),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

try {
  await started(product)
  const parent = product.pid ?? 0
  const pids = {
    web: processOf('lib/server/web.ts', parent),
    worker: processOf('lib/server/worker.ts', parent),
  }
  const computed = await publish('Computed', 'start.n + 1')
  const handedOver = await publish('Handed over', '$sum([start.n, 1])')
  const held = () => {
    const web = megabytes(pids.web, 'Rss')
    const worker = megabytes(pids.worker, 'Rss')
    const proportional = megabytes(pids.web, 'Pss') + megabytes(pids.worker, 'Pss')
    return { web, worker, both: web + worker, proportional, start: megabytes(parent, 'Rss') }
  }
  const fresh = held()
  const after: Record<string, ReturnType<typeof held>> = {}
  const from = performance.now()
  let sent = 0
  const caller = async (): Promise<void> => {
    while (sent < runs) {
      const number = ++sent
      await run(number % 2 === 0 ? computed : handedOver)
      if (number !== 1000 && number % Math.ceil(runs / 10) !== 0) continue
      after[number] = held()
      const soFar = round(number / ((performance.now() - from) / 1000), 0)
      process.stderr.write(`${number} runs, ${soFar}/s: ${JSON.stringify(after[number])}\n`)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const perSecond = round(runs / ((performance.now() - from) / 1000), 0)
  const most = Math.max(...Object.values(after).map(({ both }) => both))
  const times = round(most / (after[1000]?.both ?? fresh.both))
  report('memory', { runs, perSecond, unit: 'MB', fresh, after, most, times })
} finally {
  agent.destroy()
  const ended = new Promise((resolve) => void product.once('exit', resolve))
  if (product.exitCode === null) product.kill('SIGTERM')
  if (product.exitCode === null) await ended
  rmSync(folder, { recursive: true, force: true })
}
