import { setTimeout as delay } from 'node:timers/promises'
import { largeWorkbook, longScan } from '#test/samples/large-files'
import { readProc } from './support/processes.ts'
import { startProduct, type Product } from './support/product.ts'
import { quantile, report, round } from './support/report.ts'

/**
 * Large files in the product, over its API: a scanned PDF is uploaded, recognized and asked for two
 * fields, and the picture of its last page is drawn; an Excel file is uploaded, read into a stored
 * table, split into chunks and written as CSV, and asked for what stands in its last row. How long
 * each takes, and the most memory of the product's processes meanwhile. Then two scans at once,
 * beside which somebody reads a list; and how long a cancelled run's process goes on.
 *
 *     node bench/large-files.ts [pages, 30 unless said] [rows, 100000 unless said]
 */
const pages = Number(process.argv[2] ?? 30)
const rows = Number(process.argv[3] ?? 100_000)

const file = { type: 'array', 'x-formFieldType': 'multi-file', title: 'File', minItems: 1 }
const startData = { type: 'object', required: ['file'], properties: { file } }
const fields = {
  patientName: { type: 'string', title: 'Patient' },
  claim: { type: 'string', title: 'Claim number' },
}
const scanSteps = [
  {
    id: 'read',
    type: 'ask-documents',
    title: 'Read',
    config: {
      connection: 'sandbox',
      files: { $: 'start.file' },
      mode: 'extract',
      schema: { type: 'object', properties: fields },
    },
  },
]
const tableSteps = [
  {
    id: 'read',
    type: 'read-excel',
    title: 'Read',
    config: { file: { $: 'start.file' }, as: 'table' },
  },
  {
    id: 'split',
    type: 'split-table',
    title: 'Split',
    after: [{ step: 'read' }],
    config: { rows: { $: 'steps.read.output' } },
  },
  {
    id: 'write',
    type: 'write-csv',
    title: 'Write',
    after: [{ step: 'split' }],
    config: { rows: { $: 'steps.read.output' }, columnOrder: ['Column 3', 'Column 1'] },
  },
]

/** The whole workbook is searched by rules for what stands in its last row only. */
const askSteps = [
  {
    id: 'read',
    type: 'ask-documents',
    title: 'Read',
    config: {
      connection: 'sandbox',
      files: { $: 'start.file' },
      mode: 'extract',
      schema: { type: 'object', properties: { memberId: { type: 'string', title: 'Member id' } } },
    },
  },
]

/** Asks the API with the demo's key. */
async function ask({ origin, demoKey }: Product, path: string, body?: object): Promise<Response> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${demoKey}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}

async function read<T>(product: Product, path: string, body?: object): Promise<T> {
  return (await (await ask(product, path, body)).json()) as T
}

async function publish(product: Product, name: string, steps: object[]): Promise<string> {
  const definition = { startData, steps, settings: {} }
  const made = await read<{ id: string; slug: string; draftRevision: number }>(
    product,
    '/api/v2/workflows',
    { name, definition },
  )
  const { id, slug, draftRevision } = made
  await ask(product, `/api/v2/workflows/${id}/publish`, { revision: draftRevision })
  return slug
}

const megabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024

/** The most memory of web, worker and their pools' processes until `stop`, in MB. */
function watchMemory(product: Product) {
  const most = { web: 0, worker: 0, pool: 0 }
  const timer = setInterval(() => {
    const { web, worker } = product.pids()
    const known = new Set([...web, ...worker])
    const others = product.processes().flatMap(({ pid }) => (known.has(pid) ? [] : [pid]))
    for (const [name, pids] of Object.entries({ web, worker, pool: others })) {
      const now = pids.reduce((sum, pid) => sum + megabytes(pid), 0)
      most[name as keyof typeof most] = Math.max(most[name as keyof typeof most], round(now, 0))
    }
  }, 200)
  return () => {
    clearInterval(timer)
    return most
  }
}

const secondsSince = (from: number): number => round((performance.now() - from) / 1000, 1)

type Run = { status: string; tasks: { stepId: string; status: string; output: unknown }[] }

async function upload(product: Product, fileName: string, content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), fileName)
  return (await read<{ id: string }>(product, '/api/v2/files', form)).id
}

async function start(product: Product, slug: string, id: string, fileName: string) {
  const body = { startData: { file: [{ id, fileName }] } }
  return (await read<{ id: string }>(product, `/api/v2/workflows/${slug}/runs`, body)).id
}

/** The run when it has ended. */
async function completed(product: Product, runId: string): Promise<Run> {
  for (;;) {
    const run = await read<Run>(product, `/api/v2/runs/${runId}`)
    if (run.status === 'failed') throw new Error(JSON.stringify(run.tasks))
    if (run.status === 'completed') return run
    await delay(200)
  }
}

/** Uploads a file and starts a workflow with it; answers when the run has ended. */
async function play(product: Product, slug: string, fileName: string, content: Buffer) {
  const stop = watchMemory(product)
  const begun = performance.now()
  const id = await upload(product, fileName, content)
  const uploadSeconds = secondsSince(begun)
  const started = performance.now()
  const run = await completed(product, await start(product, slug, id, fileName))
  return { id, run, figures: { uploadSeconds, runSeconds: secondsSince(started), memory: stop() } }
}

/** How long a list takes while `work` goes on, asked five times a second. */
async function answersDuring(product: Product, work: Promise<unknown>) {
  const times: number[] = []
  let isOver = false
  const over = () => {
    isOver = true
  }
  void work.then(over, over)
  while (!isOver) {
    const from = performance.now()
    await (await ask(product, '/api/v2/runs?limit=20')).text()
    times.push(performance.now() - from)
    await delay(200)
  }
  await work
  return { p95Ms: round(quantile(times, 0.95), 0), mostMs: round(Math.max(...times), 0) }
}

const readers = (product: Product) =>
  product.processes().filter(({ command }) => command.includes('lib/documents/reader'))

/** Two long scans at once; then a third, whose run is cancelled while it is read. */
async function playTogether(product: Product, slug: string) {
  const stop = watchMemory(product)
  const scans = ['one', 'two', 'three'].map((name) => longScan(pages, [`Patient: ${name}`]))
  const [one = '', two = '', three = ''] = await Promise.all(
    scans.map(async (scan) => await upload(product, 'scan.pdf', await scan)),
  )
  const from = performance.now()
  const both = Promise.all(
    [one, two].map(async (id) => completed(product, await start(product, slug, id, 'scan.pdf'))),
  )
  const api = await answersDuring(product, both)
  const seconds = secondsSince(from)
  const third = await start(product, slug, three, 'scan.pdf')
  while (readers(product).length === 0) await delay(20)
  await delay(3_000)
  const cancelled = performance.now()
  await ask(product, `/api/v2/runs/${third}/cancel`, {})
  while (readers(product).length > 0) await delay(20)
  return { seconds, memory: stop(), api, secondsToEndOfCancelled: secondsSince(cancelled) }
}

async function playScan(product: Product, content: Buffer) {
  const slug = await publish(product, 'Scan', scanSteps)
  const { id, run, figures } = await play(product, slug, 'scan.pdf', content)
  // What stands on the last page only was found.
  const found = JSON.stringify(run.tasks[0]?.output)
  if (!found.includes('Dana Cohen') || !found.includes('CLM-4711')) throw new Error(found)
  const from = performance.now()
  await (await ask(product, `/api/v2/files/${id}/pages/${pages}/picture`)).arrayBuffer()
  return {
    slug,
    ...figures,
    secondsPerPage: round(figures.runSeconds / pages),
    pictureSeconds: secondsSince(from),
  }
}

async function playAsk(product: Product, content: Buffer) {
  const slug = await publish(product, 'Ask', askSteps)
  const { id, run, figures } = await play(product, slug, 'claims.xlsx', content)
  const found = JSON.stringify(run.tasks[0]?.output)
  if (!found.includes('EVG-4471902')) throw new Error(found)
  const from = performance.now()
  const list = await (await ask(product, `/api/v2/files/${id}/pages`)).text()
  const pages = (JSON.parse(list) as { pages: unknown[] }).pages.length
  const listSeconds = secondsSince(from)
  const outputBytes = found.length
  await (await ask(product, `/api/v2/files/${id}/pages/${pages}`)).text()
  return { ...figures, parts: pages, outputBytes, listBytes: list.length, listSeconds }
}

const scanned = await longScan(pages, ['Patient: Dana Cohen', 'Claim number: CLM-4711'])
const excel = await largeWorkbook(rows, 'Member ID: EVG-4471902')
const mb = (bytes: Buffer) => round(bytes.length / 1024 / 1024, 1)
const product = await startProduct()
try {
  const { slug: scanSlug, ...scanFigures } = await playScan(product, scanned)
  const slug = await publish(product, 'Table', tableSteps)
  const { figures } = await play(product, slug, 'claims.xlsx', excel)
  const asked = await playAsk(product, excel)
  const together = await playTogether(product, scanSlug)
  report('large-files', {
    scan: { pages, mb: mb(scanned), ...scanFigures },
    table: { rows, mb: mb(excel), ...figures },
    ask: asked,
    together,
  })
} finally {
  await product.stop()
}
