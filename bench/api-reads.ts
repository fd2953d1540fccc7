import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from '@pdfme/pdf-lib'
import { eq } from 'drizzle-orm'
import { authDb, closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { seedDemo } from '#db/seed/seed'
import { organizations } from '#db/schema/organizations'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { startWorker } from '#lib/engine/worker/worker'
import { contracts } from '#lib/http/endpoints'
import { newId } from '#lib/ids'
import { provisionDue } from '#lib/operations/sql/maintain-organization-databases'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { serveApi } from '../lib/server/web/api-server.ts'
import { childEnvironment } from '../lib/server/child-environment.ts'
import { connectDatabase } from '../lib/server/database/connect-database.ts'
import { workerOptions } from '../lib/server/services.ts'
import { unreachedLimits } from './support/limits.ts'

/**
 * Each read endpoint over HTTP on the embedded sandboxes: requests arrive at a fixed rate whatever
 * the answers do (an open loop), so that a stall shows in the times of all who came meanwhile. The
 * API serves from a process of its own, as in production but without Next, on a durable Postgres of
 * its own. Prints JSON: milliseconds from the moment a request was due to the end of its answer,
 * answers of another status than 200 (0: none came), the API process's CPU for a request (which
 * other load on the machine changes little; 200 a second need less than 5 ms), and the machine's
 * load.
 *
 *     LOG_LEVEL=silent node bench/api-reads.ts [requests a second = 200] [seconds = 3] [part of the endpoint's name]
 */

type Call = { name: string; method: string; path: string; body?: unknown }
type Answer = { status: number; text: string }

const searchOf = (patientId: string): Omit<Call, 'name'> => ({
  method: 'POST',
  path: '/api/v2/integrations/payer-docs/sandbox/archive/searchdocs',
  body: [{ Key: 'PatientId', Value: patientId }],
})

/** Reads that are a POST, because they have a body. */
const posts: Call[] = [
  { name: 'searchPayerDocuments', ...searchOf('EMR-1001') },
  {
    name: 'syncBankTransactions',
    method: 'POST',
    path: '/api/v2/integrations/bank/transactions/sync',
    body: { slug: 'sandbox', cursor: '' },
  },
  {
    name: 'queryWarehouse',
    method: 'POST',
    path: '/api/v2/integrations/warehouse/sandbox/query',
    body: {
      query: `SELECT payer_name, count(*) AS denied FROM claims JOIN payers USING (payer_id) WHERE status = 'denied' GROUP BY payer_name`,
    },
  },
  {
    name: 'runSql',
    method: 'POST',
    path: '/api/v1/sql',
    body: { query: 'select n, n * 2 as twice from generate_series(1, 20) as n' },
  },
  {
    name: 'runSqlV2',
    method: 'POST',
    path: '/api/v2/sql',
    body: { query: 'select status, count(*) from tasks group by status' },
  },
  {
    name: 'calculatePatientCost',
    method: 'POST',
    path: '/api/v2/clearinghouse/patient-cost',
    body: contracts.find(({ id }) => id === 'calculatePatientCost')?.examples?.request,
  },
  {
    name: 'convertJsonToHtml',
    method: 'POST',
    path: '/api/v2/document/json-to-html',
    body: contracts.find(({ id }) => id === 'convertJsonToHtml')?.examples?.request,
  },
]

/** Not measured: a stream does not end, and the metrics need a token. */
const unmeasured = new Set(['runEvents', 'readMetrics'])

if (process.argv[2] === 'serve') {
  await connectDatabase()
  const server = createServer(
    (request, response) => void (serveApi(request, response) || response.writeHead(404).end()),
  )
  // Like web.ts: a connection that is closed while it is used again would count as an error.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.send?.((server.address() as AddressInfo).port)
  // The parent asks how much CPU it has used, in microseconds.
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit(0))
} else
  await bench(Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 3), process.argv[4] ?? '')

type Ask = (call: Omit<Call, 'name'>) => Promise<Answer>

/** Calls the API with the key, over connections that stay open. */
function asker(port: number, key: string, agent: Agent): Ask {
  return async ({ method, path: address, body }) =>
    await new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${key}`,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      const target = { host: '127.0.0.1', port, agent, method, path: address, headers }
      const sent = httpRequest(target, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const answer = Buffer.concat(parts).toString('utf8')
          resolve({ status: response.statusCode ?? 0, text: answer })
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
}

/** Starts the API in its own process; returns its address. */
async function startServer(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(import.meta.filename, ['serve'], { env })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  return { child, port }
}

/** Microseconds of CPU that the API's process has used. */
async function cpuOf(child: ChildProcess): Promise<number> {
  return await new Promise((resolve) => {
    child.once('message', (message) => resolve(Number(message)))
    child.send('cpu')
  })
}

async function measureCall(
  call: Call,
  ask: Ask,
  child: ChildProcess,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<object> {
  // Two seconds that do not count, because V8 compiles the code on its first use.
  await measure(async () => (await ask(call)).status, perSecond, 2)
  const before = await cpuOf(child)
  const times = await measure(async () => (await ask(call)).status, perSecond, seconds)
  const cpuMs = Number((((await cpuOf(child)) - before) / 1000 / (perSecond * seconds)).toFixed(2))
  const load = Number((loadavg()[0] ?? 0).toFixed(1))
  return { endpoint: call.name, ...times, cpuMs, load }
}

async function bench(perSecond: number, seconds: number, wanted: string): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
  // When root runs this, Postgres is another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  process.env['DATA_DIR'] = dataDir
  Object.assign(process.env, unreachedLimits)
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate(postgres.url)
  const urls = roleUrls(postgres.url)
  configureDatabase(urls)
  await seedDemo()
  const key = await ownerKey()
  const { child, port } = await startServer({ ...childEnvironment(urls), DATA_DIR: dataDir })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const ask = asker(port, key, agent)
  const known = await prepare(ask, `http://127.0.0.1:${port}`, key)
  const { calls, skipped } = callsOf(known)
  const results: object[] = []
  for (const call of calls.filter(({ name }) => name.includes(wanted))) {
    const result = await measureCall(call, ask, child, { perSecond, seconds })
    // It takes minutes, so each result is shown at once.
    process.stderr.write(`${JSON.stringify(result)}\n`)
    results.push(result)
  }
  const cores = navigator.hardwareConcurrency
  const all = { benchmark: 'api-reads', perSecond, seconds, unit: 'ms', cores, results, skipped }
  process.stdout.write(`${JSON.stringify(all, null, 1)}\n`)

  child.kill()
  agent.destroy()
  await stopProcessPools()
  await stopSqlRunners()
  await closeDatabase()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}

async function ownerKey(): Promise<string> {
  const [organization] = await authDb()
    .select()
    .from(organizations)
    .where(eq(organizations.slug, 'demo'))
  if (!organization) throw new Error('there is no demo organization')
  const key = newApiKey()
  await inOrganization(organization.id, (tx) =>
    tx.insert(apiKeys).values({
      id: newId(),
      organizationId: organization.id,
      name: 'Bench',
      prefix: apiKeyPrefix(key),
      hash: hashApiKey(key),
      role: 'owner',
    }),
  )
  return key
}

type Client = {
  get<T>(address: string): Promise<T>
  post(address: string, body: unknown): Promise<Record<string, string>>
}

function clientOf(ask: Ask): Client {
  return {
    get: async <T>(address: string) =>
      JSON.parse((await ask({ method: 'GET', path: address })).text) as T,
    async post(address, body) {
      const { status, text } = await ask({ method: 'POST', path: address, body })
      if (status >= 300) throw new Error(`${address} answered ${status}: ${text}`)
      return JSON.parse(text) as Record<string, string>
    },
  }
}

/** 60 runs that end, and one that waits for a person; the ids of the first. */
async function startRuns({ post }: Client, workflow: (slug: string) => string): Promise<string[]> {
  const runs: string[] = []
  for (let count = 0; count < 60; count += 1) {
    const address = `/api/v2/workflows/${workflow('nightly-check')}/runs`
    runs.push((await post(address, { startData: {} }))['id'] ?? '')
  }
  await post(`/api/v2/workflows/${workflow('referral-intake')}/runs`, {
    startData: {
      patientName: 'Avery Lindqvist',
      emrPatientId: 'EMR-1001',
      diagnosis: 'Example',
      urgency: 'routine',
    },
  })
  return runs
}

/**
 * Creates a file of a page and a letter with it; returns the letter's tracking id when it was
 * accepted.
 */
async function sendLetter(
  ask: Ask,
  base: string,
  key: string,
): Promise<{ fileId: string; trackingId: string | undefined }> {
  const pdf = await PDFDocument.create()
  pdf.addPage([612, 792]).drawText('A letter', { x: 72, y: 600 })
  const form = new FormData()
  form.set('file', new Blob([await pdf.save()], { type: 'application/pdf' }), 'letter.pdf')
  const headers = { authorization: `Bearer ${key}` }
  const uploaded = await fetch(`${base}/api/v2/files`, { method: 'POST', headers, body: form })
  const { id: fileId } = (await uploaded.json()) as { id: string }
  const address = {
    addressLine1: '185 Berry St',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94107',
    country: 'US',
  }
  const { status, text } = await ask({
    method: 'POST',
    path: '/api/v2/communication/letters',
    body: {
      fileId,
      to: { name: 'Avery Lindqvist', ...address },
      from: { company: 'Rounds Health', ...address },
    },
  })
  const sent = status < 300 ? (JSON.parse(text) as { trackingId: string }) : undefined
  return { fileId, trackingId: sent?.trackingId }
}

/** Waits up to ten seconds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200 && !(await isSo()); tries += 1) await sleep(50)
}

function only(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}

/**
 * Creates things to read: runs that ended and one that waits for a person, a schedule, an async
 * result, a file, a letter. Returns their ids by the name of the parameter.
 */
async function prepare(
  ask: Ask,
  base: string,
  key: string,
): Promise<Record<string, Record<string, string>>> {
  const worker = await startWorker(workerOptions())
  await provisionDue()
  const client = clientOf(ask)
  const { get, post } = client
  const { items: workflows } = await get<{ items: { id: string; slug: string }[] }>(
    '/api/v2/workflows',
  )
  const workflow = (slug: string) => workflows.find((each) => each.slug === slug)?.id ?? ''
  const runs = await startRuns(client, workflow)
  const schedule = await post(`/api/v2/workflows/${workflow('nightly-check')}/schedules`, {
    name: 'Nightly',
    cron: '0 2 * * *',
    timeZone: 'America/Chicago',
  })
  const result = await post('/api/v2/async-result/sleep', { delaySeconds: 0 })
  const { fileId, trackingId } = await sendLetter(ask, base, key)
  for (const id of runs)
    await until(async () => {
      const { status } = await get<{ status: string }>(`/api/v2/runs/${id}`)
      return ['completed', 'failed'].includes(status)
    })
  const { tasks } = await get<{ tasks: { id: string | null }[] }>(`/api/v2/runs/${runs[0]}`)
  const screensNow = async () =>
    (await get<{ items: { taskId: string }[] }>('/api/v2/screens')).items
  await until(async () => (await screensNow()).length > 0)
  const [screen] = await screensNow()
  const connections = await get<{ items: { id: string }[] }>('/api/v2/connections')
  const [asyncResult] = (result as unknown as { asyncResults: { id: string }[] }).asyncResults
  const documents = JSON.parse((await ask(searchOf('EMR-1001'))).text) as { documentId: string }[]
  await worker.stop()
  const general = {
    slug: 'sandbox',
    policyId: 'prior-auth-imaging',
    number: '1',
    taskId: tasks.find(({ id }) => id)?.id ?? undefined,
    documentId: documents[0]?.documentId,
    trackingId,
  }
  return {
    '': only(general),
    '/api/v2/workflows/': only({ id: workflow('nightly-check') }),
    '/api/v2/runs/': only({ id: runs[0] }),
    '/api/v2/schedules/': only({ id: schedule['id'] }),
    '/api/v2/async-result/': only({ id: asyncResult?.id }),
    '/api/v2/screens/': only({ taskId: screen?.taskId }),
    '/api/v2/forms/': only({ slug: 'referral-intake' }),
    '/api/v2/files/': only({ id: fileId }),
    '/api/v2/sso/': only({ id: 'intake-team' }),
    '/api/v2/connections/': only({ id: connections.items[0]?.id }),
  }
}

/** Every GET of the API whose parameters are known. */
function callsOf(known: Record<string, Record<string, string>>): {
  calls: Call[]
  skipped: string[]
} {
  const skipped: string[] = []
  const gets = contracts
    .filter(({ id, method }) => method === 'GET' && !unmeasured.has(id))
    .flatMap(({ id, path: address }) => {
      const values = {
        ...known[''],
        ...Object.entries(known).findLast(
          ([start]) => start !== '' && address.startsWith(start),
        )?.[1],
      }
      const filled = address.replaceAll(
        /\{(\w+)\}/g,
        (whole, name: string) => values[name] ?? whole,
      )
      if (!filled.includes('{')) return [{ name: id, method: 'GET', path: filled }]
      skipped.push(id)
      return []
    })
  return { calls: [...gets, ...posts], skipped: [...skipped, ...unmeasured] }
}

async function measure(
  once: () => Promise<number>,
  perSecond: number,
  seconds: number,
): Promise<object> {
  const times: number[] = []
  const others: Record<string, number> = {}
  const total = perSecond * seconds
  const started = performance.now()
  const pending: Promise<void>[] = []
  for (let sent = 0; sent < total;) {
    // All requests that are due by now; the clock decides, not the answers.
    for (; sent < total && performance.now() - started >= (sent * 1000) / perSecond; sent += 1) {
      const due = started + (sent * 1000) / perSecond
      pending.push(
        once()
          .catch(() => 0)
          .then((status) => {
            times.push(performance.now() - due)
            if (status !== 200) others[status] = (others[status] ?? 0) + 1
          }),
      )
    }
    await sleep(1)
  }
  await Promise.all(pending)
  times.sort((one, other) => one - other)
  const at = (share: number) =>
    Number(
      (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(
        1,
      ),
    )
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), others }
}
