import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Attributes } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider, type IdGenerator, type SpanProcessor } from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'

/**
 * OpenTelemetry traces: a run is a trace, an attempt of a task a span. The trace's id is the run's id without its hyphens, so a run is found by its id, and
 * the attempts that different workers make, days apart, belong together without anything being stored. Names and ids only; no data of a run.
 */
type Telemetry = { tracing: boolean; ids: RunIds }
const key = Symbol.for('rounds.telemetry')
const holder = globalThis as unknown as Record<symbol, Telemetry | undefined>
const state: Telemetry = (holder[key] ??= { tracing: false, ids: undefined as unknown as RunIds })

/** Random ids, unless the next span is to have those of a run. */
class RunIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  next: { traceId: string; spanId: string } | undefined
  generateTraceId(): string {
    return this.next?.traceId ?? this.#random.generateTraceId()
  }
  generateSpanId(): string {
    return this.next?.spanId ?? this.#random.generateSpanId()
  }
}

/** The last 64 bits of a UUID of version 7 are random, so they name the run's own span. */
export function traceOfRun(runId: string): { traceId: string; spanId: string } {
  const traceId = runId.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16) }
}

/**
 * Sends traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT) names, as OpenTelemetry's own variables say; without one, nothing is
 * traced and nothing costs. `processor` takes the spans instead, for tests.
 */
export function startTelemetry(process_: 'web' | 'worker', processor?: SpanProcessor): { stop(): Promise<void> } {
  const wanted = process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!processor && !wanted) return { stop: async () => undefined }
  state.ids = new RunIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: process.env['OTEL_SERVICE_NAME'] ?? `rounds-${process_}` }),
    idGenerator: state.ids,
    spanProcessors: [processor ?? new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  state.tracing = true
  return {
    async stop() {
      state.tracing = false
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

/** Whether traces are sent; what only they need is not looked up otherwise. */
export const isTracing = (): boolean => state.tracing

/** Runs an attempt of a task as a span of its run's trace. `failureOf` tells the error's code when the attempt failed without throwing. */
export async function traceAttempt<T>(runId: string, name: string, attributes: Attributes, work: () => Promise<T>, failureOf: (result: T) => string | undefined): Promise<T> {
  if (!state.tracing) return await work()
  const parent = trace.setSpanContext(ROOT_CONTEXT, { ...traceOfRun(runId), traceFlags: TraceFlags.SAMPLED, isRemote: true })
  const span = trace.getTracer('rounds').startSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent)
  try {
    const result = await context.with(trace.setSpan(parent, span), work)
    const failure = failureOf(result)
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    return result
  } finally {
    span.end()
  }
}

/** The span of the whole run, told when it has ended; the attempts named it as their parent all along. */
export function traceRun(runId: string, name: string, { startedAt, failed, attributes }: { startedAt: Date; failed: boolean; attributes: Attributes }): void {
  if (!state.tracing) return
  state.ids.next = traceOfRun(runId)
  try {
    const span = trace.getTracer('rounds').startSpan(name, { root: true, startTime: startedAt, attributes })
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  } finally {
    state.ids.next = undefined
  }
}

/** Headers that tell a provider which trace a call belongs to (W3C Trace Context); none when nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (state.tracing) propagation.inject(context.active(), headers)
  return headers
}
