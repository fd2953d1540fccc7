import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { workers } from '#db/schema/runs'
import { reportOnce } from '#lib/engine/report-numbers'
import { newId } from '#lib/ids'
import { metrics } from '#lib/metrics'
import { useApi } from '#lib/testing/api'
import * as healthRoute from '../../../app/api/health/route.ts'
import * as metricsRoute from '../../../app/api/metrics/route.ts'
import * as readyRoute from '../../../app/api/ready/route.ts'

const token = 'a-token-of-the-operators'
process.env['METRICS_TOKEN'] = token
const api = useApi()
const workerId = newId()

beforeAll(async () => {
  await engineDb().insert(workers).values({ id: workerId, lockKey: 1, host: 'test' })
})

const scrape = async (authorization?: string) => {
  const response = await metricsRoute.GET(new Request('http://localhost:3000/api/metrics', { headers: authorization ? { authorization } : {} }), { params: Promise.resolve({}) })
  return { status: response.status, text: await response.text() }
}
/** The value of the line with this name and labels. */
const valueOf = (text: string, line: string) => Number(text.split('\n').find((one) => one.startsWith(`${line} `))?.split(' ').at(-1))

it('GET /api/health is 200 without a credential', async () => {
  expect(await api.send(healthRoute.GET, '/api/health', { as: null })).toMatchObject({ status: 200, body: { status: 'ok', uptimeSeconds: expect.any(Number) as number } })
})

it('GET /api/ready counts the workers alive', async () => {
  expect(await api.send(readyRoute.GET, '/api/ready', { as: null })).toMatchObject({ status: 200, body: { status: 'ready', workers: 1 } })
})

describe('GET /api/metrics', () => {
  afterEach(() => metrics.runsEnded.reset())

  it.each([['nothing', undefined], ['a wrong token', 'Bearer wrong'], ['an API key', 'key']])('is 401 with %s', async (_what, given) => {
    expect((await scrape(given === 'key' ? `Bearer ${api.organization.keys.owner}` : given)).status).toBe(401)
  })

  it('shows this process, each worker and the whole service, in a form that a scraper reads', async () => {
    metrics.runsEnded.inc({ status: 'completed' }, 3)
    await reportOnce(workerId)
    metrics.runsEnded.inc({ status: 'completed' }, 4)
    const { status, text } = await scrape(`Bearer ${token}`)
    expect(status).toBe(200)
    expect(valueOf(text, `rounds_runs_ended_total{status="completed",process="worker ${workerId}"}`)).toBe(3)
    expect(valueOf(text, 'rounds_runs_ended_total{status="completed",process="web"}')).toBe(7)
    expect(valueOf(text, 'rounds_books_balanced')).toBe(1)
    expect(valueOf(text, 'rounds_runs{status="suspended"}')).toBe(0)
    expect(valueOf(text, 'rounds_workers')).toBe(1)
    // Prometheus refuses a name that is described twice.
    const described = text.split('\n').filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2])
    expect(new Set(described).size).toBe(described.length)
  })
})
