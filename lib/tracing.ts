import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type IdGenerator,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import { traceOfRun, type Tracing } from './telemetry.ts'

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

/**
 * OpenTelemetry behind `telemetry.ts`: a file of its own, because its four hundred modules are a
 * third of what a process loads at its start.
 */
export function openTelemetry(name: string, processor: SpanProcessor | undefined): Tracing {
  const ids = new RunIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: name }),
    idGenerator: ids,
    spanProcessors: [processor ?? new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())

  const parentOf = (runId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, {
      ...traceOfRun(runId),
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    })

  return {
    async attempt(runId, span_, attributes, work, failureOf) {
      const parent = parentOf(runId)
      const span = trace
        .getTracer('rounds')
        .startSpan(span_, { kind: SpanKind.INTERNAL, attributes }, parent)
      try {
        const result = await context.with(trace.setSpan(parent, span), work)
        const failure = failureOf(result)
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
        return result
      } finally {
        span.end()
      }
    },
    doneAttempt(runId, span_, attributes, startedAt, endedAt) {
      trace
        .getTracer('rounds')
        .startSpan(
          span_,
          { kind: SpanKind.INTERNAL, attributes, startTime: startedAt },
          parentOf(runId),
        )
        .end(endedAt)
    },
    run(runId, span_, { startedAt, failed, attributes }) {
      ids.next = traceOfRun(runId)
      try {
        const span = trace
          .getTracer('rounds')
          .startSpan(span_, { root: true, startTime: startedAt, attributes })
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      } finally {
        ids.next = undefined
      }
    },
    headers() {
      const headers: Record<string, string> = {}
      propagation.inject(context.active(), headers)
      return headers
    },
    async stop() {
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
