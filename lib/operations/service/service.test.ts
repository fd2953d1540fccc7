import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase, configureDatabase, engineDb } from '#db/client'
import { workers } from '#db/schema/runs'
import { reportOnce } from '#lib/engine/worker/report-numbers'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { metrics } from '#lib/metrics'
import { makeClient } from '#lib/postgres'
import { useApi } from '#test/harness/api'
import { aroundStatements } from '#test/harness/around-statements'
import { away } from '#test/fakes/away'
import { endpointsAt } from '#test/harness/endpoints-at'

const healthRoute = endpointsAt('/api/health')
const metricsRoute = endpointsAt('/api/metrics')
const readyRoute = endpointsAt('/api/ready')

const token = 'a-token-of-the-operators'
process.env['METRICS_TOKEN'] = token
const api = useApi()
const workerId = newId()

beforeAll(async () => {
  await engineDb()
    .insert(workers)
    .values({
      id: workerId,
      lockKey: 1,
      host: 'test',
      // Alive for the whole file, however long it takes.
      seenAt: new Date(Date.now() + 3_600_000),
    })
})

const scrape = async (authorization?: string) => {
  const response = await metricsRoute.GET(
    new Request('http://localhost:3000/api/metrics', {
      headers: authorization ? { authorization } : {},
    }),
    {},
  )
  return { status: response.status, text: await response.text() }
}
/** The value of the line with this name and labels. */
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  )

it('GET /api/health is 200 without a credential', async () => {
  expect(await api.send(healthRoute.GET, '/api/health', { as: null })).toMatchObject({
    status: 200,
    body: { status: 'ok', uptimeSeconds: expect.any(Number) as number },
  })
})

it('GET /api/ready counts the workers alive', async () => {
  expect(await api.send(readyRoute.GET, '/api/ready', { as: null })).toMatchObject({
    status: 200,
    body: { status: 'ready', workers: 1 },
  })
})

describe('GET /api/ready', () => {
  const ready = async () => await api.send(readyRoute.GET, '/api/ready', { as: null })
  // One answer is good for a second, so the next one is asked for until it comes.
  const answers = async (expected: object) =>
    await vi.waitFor(async () => expect(await ready()).toMatchObject(expected), { timeout: 50_000 })
  const says = async (reason: string) =>
    await answers({ status: 503, body: { error: 'unavailable', details: { reason } } })
  const isReady = async () => await answers({ status: 200 })
  const asAdmin = async (statement: string) => {
    const admin = makeClient({ connectionString: api.database.url })
    await admin.connect()
    const { rows } = await admin.query<Record<string, unknown>>(statement)
    await admin.end()
    return rows
  }
  afterEach(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    await isReady()
  })

  it('says no when a write fails, as on a full disk, and leaves nothing in the table', async () => {
    await isReady()
    aroundStatements(async () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    })
    await says('storage')
    vi.restoreAllMocks()
    await isReady()
    expect(await asAdmin('select count(*)::int as rows from write_probe')).toEqual([{ rows: 0 }])
    const size = `select pg_total_relation_size('write_probe')::int as bytes`
    expect(await asAdmin(size)).toEqual([{ bytes: 0 }])
  })

  it('says no when a transaction may not write', async () => {
    await asAdmin(`alter table write_probe add constraint full_disk check (false)`)
    await says('database')
    await asAdmin(`alter table write_probe drop constraint full_disk`)
  })

  it('says no when the data folder cannot be written', async () => {
    const file = path.join(env().DATA_DIR, 'file')
    await mkdir(env().DATA_DIR, { recursive: true })
    await writeFile(file, '')
    const before = env().DATA_DIR
    env().DATA_DIR = path.join(file, 'below-a-file')
    await says('storage')
    env().DATA_DIR = before
    await rm(file)
  })

  it('says no when no worker lives', async () => {
    await engineDb()
      .update(workers)
      .set({ seenAt: new Date(Date.now() - 60_000) })
    await says('no_worker')
    await engineDb()
      .update(workers)
      .set({ seenAt: new Date(Date.now() + 3_600_000) })
  })

  it('says no when the database takes no connection', async () => {
    await closeDatabase()
    configureDatabase(away(api.database))
    await says('database')
    await closeDatabase()
    configureDatabase(api.database)
  })
})

describe('GET /api/metrics', () => {
  it('ends no name of a gauge like a counter', async () => {
    const { text } = await scrape(`Bearer ${token}`)
    const gauges = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => name)
    expect(gauges).toContain('rounds_nodejs_active_resources')
    expect(gauges.filter((name) => name?.endsWith('_total'))).toEqual([])
  })

  afterEach(() => metrics.runsEnded.reset())

  it.each([
    ['nothing', undefined],
    ['a wrong token', 'Bearer wrong'],
    ['an API key', 'key'],
  ])('is 401 with %s', async (_what, given) => {
    expect(
      (await scrape(given === 'key' ? `Bearer ${api.organization.keys.owner}` : given)).status,
    ).toBe(401)
  })

  it('shows this process, each worker and the whole service, in a form that a scraper reads', async () => {
    metrics.runsEnded.inc({ status: 'completed' }, 3)
    await reportOnce(workerId)
    metrics.runsEnded.inc({ status: 'completed' }, 4)
    const { status, text } = await scrape(`Bearer ${token}`)
    expect(status).toBe(200)
    expect(
      valueOf(text, `rounds_runs_ended_total{status="completed",process="worker ${workerId}"}`),
    ).toBe(3)
    expect(valueOf(text, 'rounds_runs_ended_total{status="completed",process="web"}')).toBe(7)
    expect(valueOf(text, 'rounds_books_balanced')).toBe(1)
    expect(valueOf(text, 'rounds_runs{status="suspended"}')).toBe(0)
    expect(valueOf(text, 'rounds_workers')).toBe(1)
    // Prometheus refuses a name that is described twice.
    const described = text
      .split('\n')
      .filter((line) => line.startsWith('# TYPE '))
      .map((line) => line.split(' ')[2])
    expect(new Set(described).size).toBe(described.length)
  })

  it('counts no worker that has died, though its row stays when it was the last one', async () => {
    const seen = async (ago: string) =>
      await engineDb()
        .update(workers)
        .set({ seenAt: sql`now() - ${ago}::interval` })
        .where(eq(workers.id, workerId))
    await seen('30 seconds')
    expect(valueOf((await scrape(`Bearer ${token}`)).text, 'rounds_workers')).toBe(0)
    await seen('0 seconds')
    expect(valueOf((await scrape(`Bearer ${token}`)).text, 'rounds_workers')).toBe(1)
  })
})
