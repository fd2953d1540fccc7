import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { metrics } from '#lib/metrics'
import { startTelemetry } from '#lib/telemetry'

/**
 * The collector's side of OTLP over HTTP in JSON, as opentelemetry-proto 1.x writes it
 * (opentelemetry/proto/metrics/v1/metrics.proto).
 */
type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Point = {
  attributes: Attribute[]
  startTimeUnixNano: string
  timeUnixNano: string
  asDouble?: number
  count?: number
  sum?: number
  bucketCounts?: number[]
  explicitBounds?: number[]
}
type Metric = {
  name: string
  unit: string
  gauge?: { dataPoints: Point[] }
  sum?: { dataPoints: Point[]; aggregationTemporality: number; isMonotonic: boolean }
  histogram?: { dataPoints: Point[]; aggregationTemporality: number }
}
type Body = {
  resourceMetrics: {
    resource: { attributes: Attribute[] }
    scopeMetrics: { metrics: Metric[] }[]
  }[]
}

const received: { path: string | undefined; type: string | undefined; body: Body }[] = []
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    const type = request.headers['content-type']
    received.push({ path: request.url, type, body: JSON.parse(text) as Body })
    response.setHeader('content-type', 'application/json').end('{}')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  vi.stubEnv('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', `http://127.0.0.1:${port}/v1/metrics`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => collector.close(resolve))
})

const cumulative = 2
const attributesOf = ({ attributes }: Point) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

it('sends what the process counts, and what is told of the service, in the collector’s form', async () => {
  metrics.runsEnded.inc({ status: 'completed' }, 3)
  metrics.requestSeconds.observe({ operation: 'getRun', status: '200' }, 0.004)
  metrics.requestSeconds.observe({ operation: 'getRun', status: '200' }, 400)
  const registry = new Registry()
  new Gauge({ registers: [registry], name: 'rounds_workers', help: 'Workers.' }).set(2)

  const telemetry = await startTelemetry('web', {
    ofService: async () => await registry.getMetricsAsJSON(),
  })
  // The end sends what there is.
  await telemetry.stop()
  expect(received).toHaveLength(1)
  const [{ path, type, body } = { path: '', type: '', body: { resourceMetrics: [] } }] = received
  expect([path, type]).toEqual(['/v1/metrics', 'application/json'])
  const [resource] = body.resourceMetrics
  expect(resource?.resource.attributes).toEqual(
    expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'rounds-web' } }]),
  )
  const all = resource?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
  const named = (name: string) => all.find((metric) => metric.name === name)

  expect(named('rounds_workers')?.gauge?.dataPoints).toMatchObject([{ asDouble: 2 }])
  expect(named('rounds_runs_ended_total')?.sum).toMatchObject({
    aggregationTemporality: cumulative,
    isMonotonic: true,
    dataPoints: [{ asDouble: 3 }],
  })
  const [ended] = named('rounds_runs_ended_total')?.sum?.dataPoints ?? []
  expect(ended && attributesOf(ended)).toEqual({ status: 'completed' })

  const seconds = named('rounds_http_request_seconds')
  expect(seconds).toMatchObject({ unit: 's', histogram: { aggregationTemporality: cumulative } })
  const [requests] = seconds?.histogram?.dataPoints ?? []
  expect(requests).toMatchObject({ count: 2, sum: 400.004 })
  const { bucketCounts = [], explicitBounds = [] } = requests ?? {}
  expect(explicitBounds[1]).toBe(0.005)
  expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
  // Each by itself: one below 5 ms, one above all.
  expect([bucketCounts[1], bucketCounts.at(-1)]).toEqual([1, 1])
  expect(bucketCounts.reduce((sum, each) => sum + each, 0)).toBe(2)
  for (const point of [ended, requests])
    expect(BigInt(point?.timeUnixNano ?? 0)).toBeGreaterThan(BigInt(point?.startTimeUnixNano ?? 0))
})

it('sends none where metrics are switched off, and where no collector is named', async () => {
  received.length = 0
  vi.stubEnv('OTEL_METRICS_EXPORTER', 'none')
  await (await startTelemetry('worker')).stop()
  vi.stubEnv('OTEL_METRICS_EXPORTER', '')
  vi.stubEnv('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', undefined)
  await (await startTelemetry('worker')).stop()
  expect(received).toEqual([])
})

it('a registry of this kind has nothing but what is sent', async () => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ registers, name: 'a_total', help: 'a' }).inc()
  new Histogram({ registers, name: 'b', help: 'b', labelNames: ['x'], buckets: [1] })
  const { producerOf } = await import('#lib/pushed-metrics')
  const { resourceMetrics } = await producerOf(
    async () => await registry.getMetricsAsJSON(),
  ).collect()
  expect(resourceMetrics.scopeMetrics[0]?.metrics.map(({ descriptor }) => descriptor.name)).toEqual(
    ['a_total', 'b'],
  )
  const known = new Set(['counter', 'gauge', 'histogram'])
  const own = await metrics.registry.getMetricsAsJSON()
  expect(own.filter(({ type }) => !known.has(String(type))).map(({ name }) => name)).toEqual([])
})
