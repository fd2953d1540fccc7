import { SpanStatusCode } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerHttp } from '#lib/integrations/outbound/http'
import { publicFetch } from '#lib/integrations/outbound/public-fetch'
import { metrics } from '#lib/metrics'
import { enginePool } from '#db/client'
import { cancelRun } from '#lib/engine/commands/cancel-run'
import { done, PermanentStepError } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { traceOfRun } from '#lib/run-trace'
import { startTelemetry } from '#lib/telemetry'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'

const spans = new InMemorySpanExporter()
const telemetry = await startTelemetry('worker', {
  processor: new SimpleSpanProcessor({ exporter: spans }),
})
const heard: (string | string[] | undefined)[] = []
const provider = createServer((request, response) => {
  heard.push(request.headers['traceparent'])
  response.end('{}')
})
let origin = ''
const call = testStep('call', 'idempotent', async ({ signal }) => {
  await providerHttp({ provider: 'test', origin, allowPrivate: [new URL(origin).host] })({
    method: 'GET',
    url: origin,
    signal,
    repeatable: true,
  })
  return done('called')
})
const callOut = testStep('call-out', 'idempotent', async ({ signal }) => {
  await publicFetch(
    { url: origin, method: 'GET', headers: {}, timeoutMs: 5000, maxBytes: 1000, signal },
    [new URL(origin).host],
  )
  return done('called')
})
const broken = testStep(
  'broken',
  'pure',
  async () => await Promise.reject(new PermanentStepError('broken', 'It is broken.')),
)
const engine = useEngine([call, callOut, broken, ask, forEach])

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => provider.close(resolve))
  await telemetry.stop()
})

const ofRun = (runId: string) =>
  spans
    .getFinishedSpans()
    .filter((span) => span.spanContext().traceId === traceOfRun(runId).traceId)

it('a run is a trace with the run’s id, an attempt a span whose id a provider receives', async () => {
  const runId = await engine.start(graph('a -> b', {}, { type: 'call' }))
  await engine.ended(runId)
  const { traceId, spanId } = traceOfRun(runId)
  const attempts = ofRun(runId).filter((span) => span.name === 'call')
  const [root] = ofRun(runId).filter((span) => span.spanContext().spanId === spanId)
  expect(
    attempts.map((span) => [span.attributes['rounds.step'], span.parentSpanContext?.spanId]),
  ).toEqual([
    ['a', spanId],
    ['b', spanId],
  ])
  expect([root?.parentSpanContext, root?.attributes['rounds.status']]).toEqual([
    undefined,
    'completed',
  ])
  expect(heard).toEqual(attempts.map((span) => `00-${traceId}-${span.spanContext().spanId}-01`))
})

it('an address that a customer wrote also receives it', async () => {
  heard.length = 0
  const runId = await engine.start(graph('a', {}, { type: 'call-out' }))
  await engine.ended(runId)
  const [attempt] = ofRun(runId).filter((span) => span.name === 'call-out')
  expect(heard).toEqual([`00-${traceOfRun(runId).traceId}-${attempt?.spanContext().spanId}-01`])
})

it('a failure marks its span and the run’s, by its code and without its data', async () => {
  const before =
    (await metrics.runsEnded.get()).values.find(({ labels }) => labels.status === 'failed')
      ?.value ?? 0
  const runId = await engine.start(graph('a', {}, { type: 'broken' }))
  await engine.ended(runId)
  expect(ofRun(runId).map((span) => [span.name === 'broken', span.status.message])).toEqual([
    [true, 'broken'],
    [false, undefined],
  ])
  expect(
    (await metrics.runsEnded.get()).values.find(({ labels }) => labels.status === 'failed')?.value,
  ).toBe(before + 1)
})

it.each([
  ['that waits', graph('a', {}, { type: 'ask' })],
  [
    'with a loop',
    graph('loop -each-> a', {
      loop: { type: 'for-each', config: { items: [1] } },
      a: { type: 'ask' },
    }),
  ],
])(
  'a run %s and is cancelled from outside is a trace too, recorded once',
  async (_which, definition) => {
    const runId = await engine.start(definition)
    await engine.suspended(runId)
    await engine.act((tx) =>
      cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'Ada' }),
    )
    const roots = () =>
      ofRun(runId).filter((span) => span.spanContext().spanId === traceOfRun(runId).spanId)
    await until('the span of the run', () => roots().length > 0)
    await until(
      'an empty queue',
      async () => (await enginePool().query('select from graphile_worker.jobs')).rowCount === 0,
    )
    expect(
      roots().map(({ attributes, status }) => [attributes['rounds.status'], status.code]),
    ).toEqual([['cancelled', SpanStatusCode.UNSET]])
  },
)
