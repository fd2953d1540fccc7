import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Definition } from '#lib/domain/workflow/definition'
import { startProduct, type Product } from './support/product.ts'
import { report } from './support/report.ts'

/**
 * From outside, as an operator meets it: 200 runs started by API, whose calls their authors allow
 * to be repeated, while everything is killed by `kill -9`: workers, the web process, and a process
 * of Postgres, which makes Postgres crash and recover. At the end every run is completed, nobody is
 * asked about any call, and every call came under one key.
 *
 *     LOG_LEVEL=silent node bench/kill-everything.ts [--seconds 300] [--runs 200]
 */
const { values } = parseArgs({ options: { seconds: { type: 'string' }, runs: { type: 'string' } } })
const seconds = Number(values.seconds ?? 300)
const count = Number(values.runs ?? 200)
const drainMs = 180_000
const terminal = ['completed', 'failed', 'cancelled']

type Call = { run: string; step: string; key: string }
const calls: Call[] = []

/** The world outside: slow, and writes down who called under which key. */
const provider = createServer((incoming, outgoing) => {
  void (async () => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://provider')
    if (incoming.method === 'POST' || incoming.method === 'PUT') await json(incoming)
    const key = String(incoming.headers['idempotency-key'])
    calls.push({ run: searchParams.get('run') ?? '', step: pathname.slice(1), key })
    await delay(100 + Math.random() * 700)
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok: true }))
  })().catch(() => outgoing.destroy())
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const { port } = provider.address() as AddressInfo

const retry = { maxAttempts: 50, delaySeconds: 0.1, factor: 1, maxDelaySeconds: 1 }
const call = (id: string, before: string | undefined, config: object, more: object = {}) => ({
  ...{ id, type: 'http-request', title: id, after: before ? [{ step: before }] : [] },
  config: {
    url: `http://127.0.0.1:${port}/${id}`,
    query: { run: { $: 'run.id' } },
    body: { n: 1 },
    ...config,
  },
  ...more,
})
const definition = {
  startData: { type: 'object', properties: {} },
  settings: {},
  steps: [
    call('allowed', undefined, { method: 'POST' }, { retry }),
    call('declared', 'allowed', { method: 'POST', idempotent: 'yes' }),
    call('put', 'declared', { method: 'PUT' }),
  ],
} as unknown as Definition
const stepsOfRun = definition.steps.map(({ id }) => id)

type Json = Record<string, unknown>
async function ask(
  product: Product,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<Json> {
  const headers = {
    authorization: `Bearer ${product.demoKey}`,
    'content-type': 'application/json',
    ...(key ? { 'idempotency-key': key } : {}),
  }
  for (;;) {
    try {
      const signal = AbortSignal.timeout(20_000)
      const answer = await fetch(`${product.origin}/api/v2${path}`, {
        method,
        headers,
        signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (answer.ok) return (await answer.json()) as Json
      const refusal = await answer.text()
      const { code } = JSON.parse(refusal.startsWith('{') ? refusal : '{}') as { code?: string }
      // 409 and 429: the same request is still under way, or too many are; the caller asks again as
      // a careful one does.
      if (answer.status < 500 && answer.status !== 409 && answer.status !== 429)
        throw new Error(`${method} ${path}: ${answer.status} ${code ?? refusal}`)
    } catch (error) {
      // The web process is just dead: fetch fails with a TypeError, or in time.
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error
    }
    await delay(200)
  }
}

/**
 * A process of the Postgres below this one, other than its first: when it is killed, Postgres
 * crashes and recovers by itself.
 */
function postgresProcess(): number | undefined {
  const status = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8')
    } catch {
      return ''
    }
  }
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), text: status(pid) }))
  const parentOf = ({ text }: { text: string }) => Number(/^PPid:\t(\d+)/m.exec(text)?.[1])
  const postgres = all.filter(({ text }) => /^Name:\tpostgres/m.test(text))
  const ownFirst = postgres.find((one) => {
    const above = all.find(({ pid }) => pid === parentOf(one))
    return parentOf(one) === process.pid || (above && parentOf(above) === process.pid)
  })
  return ownFirst && postgres.find((one) => parentOf(one) === ownFirst.pid)?.pid
}

const product = await startProduct({ WORKERS: '2', HTTP_ALLOW_PRIVATE: `127.0.0.1:${port}` })
const killed = { worker: 0, web: 0, postgres: 0 }
const wrong: string[] = []
try {
  const workflow = await ask(product, 'POST', '/workflows', { name: 'Kill everything', definition })
  await ask(product, 'POST', `/workflows/${String(workflow['id'])}/publish`, {
    revision: workflow['draftRevision'],
    note: '',
  })
  const until = Date.now() + seconds * 1000
  const started: string[] = []
  const starting = (async () => {
    for (let index = 0; index < count; index++) {
      const { id } = await ask(
        product,
        'POST',
        `/workflows/${String(workflow['id'])}/runs`,
        { startData: {} },
        `run-${index}`,
      )
      started.push(String(id))
      await delay(Math.max(0, (until - Date.now()) / (count - index) - 50))
    }
  })()
  while (Date.now() < until) {
    await delay(2000 + Math.random() * 4000)
    const what = Math.random()
    const { worker, web } = product.pids()
    const kind = what < 0.6 ? 'worker' : what < 0.8 ? 'web' : 'postgres'
    const victims = { worker, web, postgres: [postgresProcess() ?? 0] }[kind].filter(
      (pid) => pid > 0,
    )
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (victim === undefined) continue
    process.kill(victim, 'SIGKILL')
    killed[kind]++
  }
  await starting
  const drainFrom = Date.now()
  let open = started
  const ends = new Map<string, string>()
  while (open.length > 0 && Date.now() - drainFrom < drainMs) {
    for (const id of open)
      ends.set(id, String((await ask(product, 'GET', `/runs/${id}`))['status']))
    open = open.filter((id) => !terminal.includes(ends.get(id) ?? ''))
    if (open.length > 0) await delay(500)
  }
  const unknown = (await ask(product, 'GET', '/unknown-outcomes'))['items'] as unknown[]
  if (unknown.length > 0) wrong.push(`${unknown.length} calls wait for a person`)
  if (new Set(started).size !== count)
    wrong.push(`${count} starts made ${new Set(started).size} runs`)
  for (const id of started) {
    if (ends.get(id) !== 'completed') wrong.push(`run ${id} is ${ends.get(id)}`)
    for (const step of stepsOfRun) {
      const keys = new Set(
        calls.filter((one) => one.run === id && one.step === step).map(({ key }) => key),
      )
      if (keys.size !== 1) wrong.push(`step ${step} of run ${id} called under ${keys.size} keys`)
    }
  }
  const repeated = calls.length - started.length * stepsOfRun.length
  report('kill-everything', {
    seconds,
    runs: count,
    killed,
    calls: calls.length,
    repeated,
    drainSeconds: Math.round((Date.now() - drainFrom) / 1000),
    wrong,
  })
} finally {
  await product.stop()
  provider.closeAllConnections()
  provider.close()
}
process.exitCode = wrong.length > 0 ? 1 : 0
