import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch as fetchApart } from 'undici'
import { attacks, type Attack, type Attacker } from './support/attacks.ts'
import { startProduct, type Memory, type Product } from './support/product.ts'
import { quantile, report, round } from './support/report.ts'

/**
 * What one organization, or a stranger, can do to another. While each attack of
 * bench/support/attacks.ts is played, another organization asks /api/health and starts runs of one
 * step (one that only computes, one whose expression calls a function) ten times a second each;
 * what they wait, and the memory of the product's processes, is measured. Aim: p99 of 250 ms,
 * 400 MB for the web process and for the worker.
 *
 *     node bench/attacks.ts [seconds for each attack = 8] [words: the attacks to play]
 */
const [secondsGiven = '8', ...words] = process.argv.slice(2)
const seconds = Number(secondsGiven)
const aim = { p99Ms: 250, memoryMb: 400 }

type Call = Attacker['call']

/** Calls the API with a key; `key` of a call replaces it, null for none. */
const callWith =
  (origin: string, ownKey: string, signal?: AbortSignal): Call =>
  async (method, path, body, key = ownKey) => {
    const isRaw = body instanceof Blob || body instanceof FormData
    const sent = isRaw || body === undefined ? body : JSON.stringify(body)
    const isJson = sent !== undefined && !(sent instanceof FormData)
    return await fetch(new URL(path, origin), {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(isJson ? { 'content-type': 'application/json', prefer: 'wait=30' } : {}),
      },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    })
  }

/** Publishes steps as a workflow; undefined when it is refused. */
const publisher =
  (call: Call): Attacker['publish'] =>
  async (steps, startData = {}) => {
    const definition = { startData, steps, settings: {} }
    const made = await call('POST', '/api/v2/workflows', {
      name: `Bench ${Date.now()}`,
      definition,
    })
    if (made.status !== 201) return undefined
    const { id, draftRevision } = (await made.json()) as { id: string; draftRevision: number }
    const publishing = { revision: draftRevision }
    const published = await call('POST', `/api/v2/workflows/${id}/publish`, publishing)
    return published.status === 201 ? id : undefined
  }

type Question = 'health' | 'plain' | 'function'
type Victim = Record<Question, () => Promise<void>>

/** Connections of the victim alone, because the effect on shared ones shows nothing. */
const connections = new Agent()

async function victimOf(product: Product): Promise<Victim> {
  const key = await product.newOrganization('victim')
  const call = callWith(product.origin, key)
  const oneStep = async (value: string) => {
    const config = { value: { $: value } }
    const id = await publisher(call)([{ id: 's', type: 'transform', title: 'S', config }])
    if (id === undefined) throw new Error('a workflow of the victim was not published')
    return id
  }
  const plain = await oneStep('start.from + 1')
  const computed = await oneStep('$sum([start.from, 1])')
  const run = async (id: string) => {
    const response = await fetchApart(`${product.origin}/api/v2/workflows/${id}/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'wait=30',
      },
      body: JSON.stringify({ startData: { from: 1 } }),
      dispatcher: connections,
    })
    const { status } = (await response.json()) as { status?: string }
    if (status !== 'completed') throw new Error(`the victim's run: ${response.status} ${status}`)
  }
  return {
    async health() {
      const options = { dispatcher: connections }
      await (await fetchApart(`${product.origin}/api/health`, options)).text()
    },
    plain: async () => await run(plain),
    function: async () => await run(computed),
  }
}

/**
 * Sends ten requests a second, independent of the answers; milliseconds of each, Infinity if it
 * failed.
 */
async function witness(ask: () => Promise<void>, signal: AbortSignal): Promise<number[]> {
  const asked: Promise<number>[] = []
  while (!signal.aborted) {
    const began = performance.now()
    asked.push(
      ask().then(
        () => performance.now() - began,
        () => Infinity,
      ),
    )
    await delay(100)
  }
  return await Promise.all(asked)
}

type Measured = { p50Ms: number; p99Ms: number; failed: number }
const measuredOf = (waits: number[]): Measured => ({
  p50Ms: quantile(waits, 0.5),
  p99Ms: quantile(waits, 0.99),
  failed: waits.filter((wait) => wait === Infinity).length,
})

async function measure(product: Product, victim: Victim, attack?: Attack, formToken = '') {
  const end = new AbortController()
  const peak: Memory = { web: 0, worker: 0 }
  const watching = setInterval(() => {
    const now = product.memory()
    peak.web = Math.max(peak.web, now.web)
    peak.worker = Math.max(peak.worker, now.worker)
  }, 100)
  const before = product.pids()
  const call = callWith(product.origin, product.demoKey, end.signal)
  const { origin } = product
  const { signal } = end
  const owner = callWith(origin, product.demoKey)
  const published: string[] = []
  const publish: Attacker['publish'] = async (...given) => {
    const id = await publisher(owner)(...given)
    if (id !== undefined) published.push(id)
    return id
  }
  const playing = attack?.play({ origin, call, publish, formToken, signal }).catch(() => undefined)
  const asking = (['health', 'plain', 'function'] as const).map(
    async (question) => [question, measuredOf(await witness(victim[question], signal))] as const,
  )
  await delay(seconds * 1000)
  end.abort()
  const answers = Object.fromEntries(await Promise.all(asking)) as Record<Question, Measured>
  await playing
  // The jobs that the attack left in the queue must not affect the next one.
  for (const id of published) await owner('POST', `/api/v2/workflows/${id}/cancel-runs`, {})
  clearInterval(watching)
  const after = product.pids()
  const died = JSON.stringify(before) !== JSON.stringify(after)
  return { ...answers, webMb: round(peak.web, 0), workerMb: round(peak.worker, 0), died }
}

const product = await startProduct()
try {
  const call = callWith(product.origin, product.demoKey)
  const listed = (await (await call('GET', '/api/v2/workflows')).json()) as {
    items: { id: string; slug: string }[]
  }
  const intake = listed.items.find(({ slug }) => slug === 'referral-intake')
  const shared = await call('PATCH', `/api/v2/workflows/${intake?.id}`, {
    formPublic: true,
    formProtection: 'off',
  })
  const { formToken } = (await shared.json()) as { formToken: string }
  const victim = await victimOf(product)
  // A process that has just started compiles while it answers.
  await measure(product, victim)
  const rows: [string, Awaited<ReturnType<typeof measure>>][] = []
  rows.push(['nothing', await measure(product, victim)])
  const chosen = attacks.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  for (const attack of chosen) {
    rows.push([attack.name, await measure(product, victim, attack, formToken)])
    const [name, row] = rows.at(-1) ?? []
    process.stderr.write(`${name}: ${JSON.stringify(row)}\n`)
    // The remains of the attack end before the next one is measured.
    await delay(3000)
  }
  rows.push(['nothing, afterwards', await measure(product, victim)])
  const worst = (pick: (row: (typeof rows)[number][1]) => number) =>
    Math.max(...rows.map(([, row]) => pick(row)))
  report('attacks', {
    aim,
    worst: {
      healthP99Ms: worst(({ health }) => health.p99Ms),
      plainP99Ms: worst(({ plain }) => plain.p99Ms),
      functionP99Ms: worst((row) => row.function.p99Ms),
      webMb: worst(({ webMb }) => webMb),
      workerMb: worst(({ workerMb }) => workerMb),
      failed: worst((row) => row.health.failed + row.plain.failed + row.function.failed),
      processesDied: rows.filter(([, { died }]) => died).length,
    },
    attacks: Object.fromEntries(rows),
  })
} finally {
  await product.stop()
}
