import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Definition } from '#lib/domain/workflow/definition'
import { letterPdf } from '#test/samples/letter-pdf'
import { startMailServer } from '#test/fakes/mail-server'
import { killSomething, targets, type Target } from './support/kill.ts'
import { startMachines, type Machines } from './support/machines.ts'
import { isRunning, type ProcessSeen } from './support/processes.ts'
import { startProduct, type Product } from './support/product.ts'
import { report } from './support/report.ts'

/**
 * From outside, as an operator meets it: 200 runs started by API, whose calls their authors allow
 * to be repeated, while everything is killed by `kill -9`: workers, alone and with all that they
 * started, the web process, processes of the pools, the one that plays runs apart, Postgres, and
 * all of them in one moment (`support/kill.ts`). At the end each run was made once and is completed
 * with the answers that the world outside gave, nobody is asked about any call, every call came
 * under one key of its own, each run has sent one letter and one mail, the log tells of no failure
 * but the kills, and no process is left.
 *
 * With `--machines`, the product runs on three machines with a folder each, behind HAProxy, with
 * files in S3 (`support/machines.ts`), and Postgres does not come back: its synchronous standby is
 * promoted. Then a second workflow is started all the time: no start that was acknowledged is lost,
 * and the first one after each promotion is timed.
 *
 * `--targets postgres` kills that alone; several are separated by commas (`support/kill.ts`).
 *
 *     node bench/kill-everything.ts [--seconds 300] [--runs 200] [--machines] [--targets …]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    runs: { type: 'string' },
    machines: { type: 'boolean', default: false },
    targets: { type: 'string' },
  },
})
const seconds = Number(values.seconds ?? 300)
const count = Number(values.runs ?? 200)
const named = values.targets?.split(',') ?? targets
const among = targets.filter((target) => named.includes(target))
if (among.length < named.length) throw new Error(`--targets takes ${targets.join(', ')}.`)
const drainMs = 180_000
const terminal = ['completed', 'failed', 'cancelled']

type Call = { run: string; step: string; key: string; receipt: string }
const calls: Call[] = []
const receipts = new Map<string, string>()

/** The outside system: slow, executes each key once, and records its callers. */
const provider = createServer((incoming, outgoing) => {
  void (async () => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://provider')
    if (incoming.method === 'POST' || incoming.method === 'PUT') await json(incoming)
    const key = String(incoming.headers['idempotency-key'])
    const receipt = receipts.get(key) ?? `receipt ${receipts.size}`
    receipts.set(key, receipt)
    calls.push({ run: searchParams.get('run') ?? '', step: pathname.slice(1), key, receipt })
    await delay(100 + Math.random() * 700)
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ receipt }))
  })().catch(() => outgoing.destroy())
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const { port } = provider.address() as AddressInfo
const mailServer = await startMailServer()

const retry = { maxAttempts: 50, delaySeconds: 0.1, factor: 1, maxDelaySeconds: 1 }
const step = (id: string, type: string, after: string | undefined, more: object) => ({
  id,
  type,
  title: id,
  after: after ? [{ step: after }] : [],
  ...more,
})
const call = (id: string, after: string, config: object, more: object = {}) => {
  const url = `http://127.0.0.1:${port}/${id}`
  const asked = { url, query: { run: { $: 'run.id' } }, body: { n: 1 }, ...config }
  return step(id, 'http-request', after, { config: asked, ...more })
}
const address = {
  addressLine1: '185 Berry St',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
}
const letter = {
  connection: 'sandbox',
  fileId: { $: 'start.fileId' },
  to: { name: 'Avery Lindqvist', ...address },
  from: { company: 'Rounds Health', ...address },
}
const mail = { to: ['team@example.com'], subject: { $: "'Run ' & run.id" } }
const source = 'export default async ({ steps }) => ({ sum: steps.expression.output.sum + 1 })\n'
const receiptOf = (id: string) => ({ $: `steps.${id}.output.body.receipt` })
const definition = {
  startData: { type: 'object', properties: { fileId: { type: 'string' } } },
  settings: {},
  steps: [
    step('expression', 'transform', undefined, {
      config: { value: { sum: { $: '$sum([1..100].($ * 2))' } } },
    }),
    call('allowed', 'expression', { method: 'POST' }, { retry }),
    step('code', 'code', 'allowed', { config: { source } }),
    call('declared', 'code', { method: 'POST', idempotent: 'yes' }),
    step('sql', 'sql-query', 'declared', { config: { query: 'select 7 as n' }, retry }),
    call('put', 'sql', { method: 'PUT' }),
    step('letter', 'send-letter', 'put', { config: letter }),
    step('mail', 'send-email', 'letter', { config: mail }),
    step('end', 'transform', 'mail', {
      config: {
        value: {
          allowed: receiptOf('allowed'),
          declared: receiptOf('declared'),
          put: receiptOf('put'),
          sum: { $: 'steps.code.output.sum' },
          n: { $: 'steps.sql.output.rows[0].n' },
        },
      },
    }),
  ],
} as unknown as Definition
const callSteps = ['allowed', 'declared', 'put'] as const

type Json = Record<string, unknown>
type Reached = Pick<Product, 'origin' | 'demoKey' | 'logged'>
type Asked = { body?: object | FormData; key?: string }

/** A product without an answer for this long will not recover. */
const giveUpMs = 120_000

/** Repeats a request until it is answered, as a careful caller does. */
async function ask(
  product: Reached,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Json> {
  const { body, key } = asked
  const headers: Record<string, string> = { authorization: `Bearer ${product.demoKey}` }
  if (key) headers['idempotency-key'] = key
  const isForm = body instanceof FormData
  if (!isForm) headers['content-type'] = 'application/json'
  const sent = isForm ? body : body && JSON.stringify(body)
  const giveUpAt = Date.now() + giveUpMs
  for (;;) {
    if (Date.now() > giveUpAt) {
      throw new Error(`${method} ${path} was not answered.\n${product.logged().slice(-20_000)}`)
    }
    try {
      const signal = AbortSignal.timeout(20_000)
      const init = { method, headers, signal, ...(sent === undefined ? {} : { body: sent }) }
      const answer = await fetch(`${product.origin}/api/v2${path}`, init)
      if (answer.ok) return (await answer.json()) as Json
      const refusal = await answer.text()
      // 409 and 429: the same request is still running, or too many are.
      const later = answer.status >= 500 || answer.status === 409 || answer.status === 429
      if (!later) throw new Error(`${method} ${path}: ${answer.status} ${refusal}`)
    } catch (error) {
      // The web process has just died: fetch fails with a TypeError, or at its time limit.
      const { name } = error as Error
      if (!(error instanceof TypeError) && name !== 'TimeoutError') throw error
    }
    await delay(200)
  }
}

/** All items of a list. */
async function all(product: Reached, path: string): Promise<Json[]> {
  const found: Json[] = []
  for (let cursor = ''; ;) {
    const page = await ask(product, 'GET', `${path}limit=100${cursor && `&cursor=${cursor}`}`)
    found.push(...(page['items'] as Json[]))
    if (typeof page['nextCursor'] !== 'string') return found
    cursor = encodeURIComponent(page['nextCursor'])
  }
}

type Started = { id: string; at: number }

/** Starts a small workflow again and again; answers what was acknowledged, and when. */
async function probe(reached: Reached, until: number): Promise<Started[]> {
  const steps = [step('only', 'transform', undefined, { config: { value: { n: 1 } } })]
  const small = { startData: { type: 'object' }, settings: {}, steps }
  const made = await ask(reached, 'POST', '/workflows', {
    body: { name: 'Start again and again', definition: small },
  })
  const at = `/workflows/${String(made['id'])}`
  await ask(reached, 'POST', `${at}/publish`, {
    body: { revision: made['draftRevision'], note: '' },
  })
  const started: Started[] = []
  for (let index = 0; Date.now() < until; index++) {
    const asked = { body: { startData: {} }, key: `probe-${index}` }
    const { id } = await ask(reached, 'POST', `${at}/runs`, asked)
    started.push({ id: String(id), at: Date.now() })
    await delay(50)
  }
  return started
}

async function endOf(reached: Reached, id: string, until: number): Promise<string> {
  for (;;) {
    const { status } = await ask(reached, 'GET', `/runs/${id}`)
    if (terminal.includes(String(status)) || Date.now() > until) return String(status)
    await delay(200)
  }
}

/**
 * For each failover, milliseconds from the kill to the promotion, and from there to the first
 * acknowledged start. With `everything`, the web processes had to start meanwhile, too.
 */
function afterPromotion({ failovers }: Machines, probes: Started[], lost: Target[]) {
  return failovers().map(({ killedAt, promotedAt }, index) => ({
    killed: lost[index],
    promotedMs: promotedAt - killedAt,
    firstStartMs: (probes.find(({ at }) => at > promotedAt)?.at ?? Infinity) - promotedAt,
  }))
}

/** Expected log lines while processes are killed; any other line of level error is a failure. */
const saidOfKills = [
  'a process ended and is started again',
  'the process for suspect runs ended',
  // Logged by a process that cannot reach the database; the answer was 503, or the work was
  // repeated.
  'a turn failed; the run is tried again',
  'the queue could not be started; trying again',
]

function errorsIn(log: string): { known: Record<string, number>; others: string[] } {
  const known: Record<string, number> = {}
  const others: string[] = []
  for (const line of log.split('\n').filter((one) => /"level":"(?:error|fatal)"/.test(one))) {
    const said = saidOfKills.find((sentence) => line.includes(`"msg":"${sentence}"`))
    if (said) known[said] = (known[said] ?? 0) + 1
    else others.push(line.slice(0, 1000))
  }
  return { known, others }
}

const settings = {
  WORKERS: '2',
  HTTP_ALLOW_PRIVATE: `127.0.0.1:${port}`,
  SMTP_URL: mailServer.url,
}
const machines = values.machines ? await startMachines(settings) : undefined
const product = machines ?? (await startProduct(settings))
const killed: Partial<Record<Target, number>> = {}
/** What each failover came with. */
const lost: Target[] = []
const wrong: string[] = []
/** Every process that was ever seen, by id and start time. */
const seen = new Map<string, ProcessSeen>()
let stopped = false
let result: object = {}
try {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(await letterPdf())], { type: 'application/pdf' }), 'a.pdf')
  const { id: fileId } = await ask(product, 'POST', '/files', { body: form })
  const workflow = await ask(product, 'POST', '/workflows', {
    body: { name: 'Kill everything', definition },
  })
  const at = `/workflows/${String(workflow['id'])}`
  const published = { revision: workflow['draftRevision'], note: '' }
  await ask(product, 'POST', `${at}/publish`, { body: published })

  const until = Date.now() + seconds * 1000
  const probing = machines ? probe(product, until) : Promise.resolve([])
  const started: string[] = []
  const starting = (async () => {
    for (let index = 0; index < count; index++) {
      const asked = { body: { startData: { fileId } }, key: `run-${index}` }
      const { id } = await ask(product, 'POST', `${at}/runs`, asked)
      started.push(String(id))
      await delay(Math.max(0, (until - Date.now()) / (count - index) - 50))
    }
  })()
  while (Date.now() < until) {
    await delay(1500 + Math.random() * 3500)
    for (const one of product.processes()) seen.set(`${one.pid} ${one.born}`, one)
    const target = await killSomething(product, among)
    if (target === 'postgres' || target === 'everything') lost.push(target)
    if (target) killed[target] = (killed[target] ?? 0) + 1
  }
  await starting
  const probes = await probing
  const drainFrom = Date.now()
  let open = started
  const ends = new Map<string, Json>()
  while (open.length > 0 && Date.now() - drainFrom < drainMs) {
    for (const id of open) ends.set(id, await ask(product, 'GET', `/runs/${id}`))
    open = open.filter((id) => !terminal.includes(String(ends.get(id)?.['status'])))
    if (open.length > 0) await delay(500)
  }
  for (const { id } of probes) {
    const ended = await endOf(product, id, drainFrom + drainMs)
    if (ended !== 'completed') wrong.push(`the acknowledged start ${id} is ${ended}`)
  }
  const drainSeconds = Math.round((Date.now() - drainFrom) / 1000)

  const unknown = await all(product, '/unknown-outcomes?')
  if (unknown.length > 0) wrong.push(`${unknown.length} calls wait for a person`)
  const made = await all(product, `/runs?workflow=${String(workflow['id'])}&`)
  const isSame = new Set(started).size === count && made.length === count
  if (!isSame) wrong.push(`${count} starts: ${new Set(started).size} ids, ${made.length} runs`)
  const letters = Map.groupBy(await all(product, '/communication/letters?'), (one) => one['runId'])
  // A mail is sent after its run has ended; if its sender was killed, when the lease is over.
  const listMails = async () => await all(product, '/mails?')
  const isWaiting = (one: Json) => one['status'] === 'queued'
  let listed = await listMails()
  while (listed.some(isWaiting) && Date.now() - drainFrom < drainMs) {
    await delay(1000)
    listed = await listMails()
  }
  const mails = Map.groupBy(listed, (one) => one['runId'])
  for (const id of started) {
    const run = ends.get(id)
    if (run?.['status'] !== 'completed') {
      wrong.push(`run ${id} is ${String(run?.['status'])}: ${JSON.stringify(run?.['error'])}`)
      continue
    }
    const { end } = run['output'] as { end: Json }
    const isComputed = end['sum'] === 10_101 && end['n'] === 7
    if (!isComputed) wrong.push(`run ${id} computed ${JSON.stringify(end)}`)
    for (const name of callSteps) {
      const own = calls.filter((one) => one.run === id && one.step === name)
      const keys = new Set(own.map(({ key }) => key))
      if (keys.size !== 1) wrong.push(`step ${name} of run ${id} called under ${keys.size} keys`)
      if (own[0]?.receipt !== end[name]) wrong.push(`step ${name} of run ${id} has another answer`)
    }
    const sent = letters.get(id) ?? []
    const isSent =
      sent.length === 1 && !['unknown', 'not_sent'].includes(String(sent[0]?.['status']))
    if (!isSent) wrong.push(`run ${id} sent ${sent.length} letters: ${String(sent[0]?.['status'])}`)
    const kept = mails.get(id) ?? []
    const arrived = mailServer.received.filter((one) => one.mail.subject === `Run ${id}`)
    const messages = new Set(arrived.map((one) => one.mail.messageId))
    const isMailed = kept.length === 1 && messages.size === 1
    if (!isMailed) wrong.push(`run ${id} made ${kept.length} mails, ${messages.size} arrived`)
  }
  const owners = Map.groupBy(calls, ({ key }) => key)
  for (const [key, own] of owners) {
    const users = new Set(own.map((one) => `${one.run} ${one.step}`))
    if (users.size > 1) wrong.push(`key ${key} was used for ${[...users].join(', ')}`)
  }

  for (const one of product.processes()) seen.set(`${one.pid} ${one.born}`, one)
  await product.stop()
  stopped = true
  for (const one of seen.values()) {
    if (isRunning(one)) wrong.push(`process ${one.pid} is left: ${one.command}`)
  }
  const { known, others } = errorsIn(product.logged())
  for (const line of others.slice(0, 20)) wrong.push(`logged: ${line}`)
  result = {
    seconds,
    runs: count,
    killed,
    calls: calls.length,
    repeated: calls.length - owners.size,
    mails: mailServer.received.length,
    processes: seen.size,
    drainSeconds,
    ...(machines
      ? { starts: probes.length, failovers: afterPromotion(machines, probes, lost) }
      : {}),
    logged: known,
    wrong,
  }
} finally {
  if (!stopped) await product.stop()
  provider.closeAllConnections()
  provider.close()
  await mailServer.close()
}
report('kill-everything', result)
process.exitCode = wrong.length > 0 ? 1 : 0
