import type { Attributes } from '@opentelemetry/api'
import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import { metrics } from './metrics.ts'
import type { PromMetric } from './pushed-metrics.ts'
import type { RunSpan, Tracing } from './run-trace.ts'

/**
 * OpenTelemetry traces: a run is a trace, an attempt of a task is a span. The trace's id is the
 * run's id without its hyphens. So a run is found by its id, and attempts of different workers,
 * days apart, belong together although nothing is stored. Spans have names and ids only, no data of
 * a run.
 */
const key = Symbol.for('rounds.telemetry')
const holder = globalThis as unknown as Record<symbol, { tracing: Tracing | undefined } | undefined>
const state = (holder[key] ??= { tracing: undefined })

type Options = {
  /** Gets the spans instead of a collector, in tests. */
  processor?: SpanProcessor
  /** The numbers of the whole service, which the web process sends beside its own. */
  ofService?: () => Promise<PromMetric[]>
}
type Role = 'web' | 'worker' | 'mail'

/** The collector of a signal, unless it is switched off. */
function collectorOf(signal: 'TRACES' | 'METRICS'): string | undefined {
  if (process.env[`OTEL_${signal}_EXPORTER`] === 'none') return undefined
  return (
    process.env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ??
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  )
}

async function startTraces(serviceName: string, processor: SpanProcessor | undefined) {
  const { openTelemetry } = await import('./tracing.ts')
  const tracing = openTelemetry(serviceName, processor)
  state.tracing = tracing
  return {
    async stop() {
      state.tracing = undefined
      await tracing.stop()
    },
  }
}

async function startMetrics(serviceName: string, ofService: Options['ofService']) {
  const { pushMetrics } = await import('./pushed-metrics.ts')
  return pushMetrics(serviceName, async () => [
    ...((await metrics.registry.getMetricsAsJSON()) as PromMetric[]),
    ...((await ofService?.()) ?? []),
  ])
}

/**
 * Sends traces and metrics to the collector that OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT,
 * …_METRICS_ENDPOINT) names. OpenTelemetry's other variables apply too: OTEL_METRICS_EXPORTER=none
 * sends no metrics. Without an endpoint nothing is loaded, traced or sent.
 */
export async function startTelemetry(
  role: Role,
  { processor, ofService }: Options = {},
): Promise<{ stop(): Promise<void> }> {
  const serviceName = process.env['OTEL_SERVICE_NAME'] ?? `rounds-${role}`
  const started: { stop(): Promise<void> }[] = []
  if (processor ?? collectorOf('TRACES')) started.push(await startTraces(serviceName, processor))
  if (collectorOf('METRICS')) started.push(await startMetrics(serviceName, ofService))
  return {
    async stop() {
      for (const each of started) await each.stop()
    },
  }
}

/** Whether traces are sent. Callers skip queries that only traces need. */
export const isTracing = (): boolean => state.tracing !== undefined

/**
 * Runs an attempt of a task as a span of its run's trace. `failureOf` gives the error's code when
 * the attempt failed without throwing.
 */
export async function traceAttempt<T>(
  runId: string,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  failureOf: (result: T) => string | undefined,
): Promise<T> {
  return state.tracing
    ? await state.tracing.attempt(runId, name, attributes, work, failureOf)
    : await work()
}

/** Records the span of an attempt that has succeeded already. */
export function traceDoneAttempt(
  runId: string,
  name: string,
  attributes: Attributes,
  startedAt: Date,
  endedAt: Date,
): void {
  state.tracing?.doneAttempt(runId, name, attributes, startedAt, endedAt)
}

/** Records the span of a run that has ended; its attempts already name it as their parent. */
export function traceRun(runId: string, name: string, span: RunSpan): void {
  state.tracing?.run(runId, name, span)
}

/**
 * Headers by which a provider sees the trace of a call (W3C Trace Context); empty without tracing.
 */
export function traceHeaders(): Record<string, string> {
  return state.tracing?.headers() ?? {}
}
