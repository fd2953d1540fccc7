import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
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
import { traceOfRun, type Tracing } from './run-trace.ts'

/** Gives random ids, or those of `next` while it is set. */
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

const tracer = () => trace.getTracer('rounds')

/** The run's own span, as the parent of its attempts. It is written only when the run ends. */
const parentOf = (runId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    ...traceOfRun(runId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  })

const attempt: Tracing['attempt'] = async (runId, name, attributes, work, failureOf) => {
  const parent = parentOf(runId)
  const span = tracer().startSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent)
  try {
    const result = await context.with(trace.setSpan(parent, span), work)
    const failure = failureOf(result)
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    return result
  } finally {
    span.end()
  }
}

const doneAttempt: Tracing['doneAttempt'] = (runId, name, attributes, startedAt, endedAt) => {
  const options = { kind: SpanKind.INTERNAL, attributes, startTime: startedAt }
  tracer().startSpan(name, options, parentOf(runId)).end(endedAt)
}

/**
 * OpenTelemetry behind telemetry.ts. It has a file of its own because its four hundred modules are
 * a third of what a process loads at its start.
 */
export function openTelemetry(serviceName: string, processor: SpanProcessor | undefined): Tracing {
  const ids = new RunIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: serviceName }),
    idGenerator: ids,
    spanProcessors: [processor ?? new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())

  return {
    attempt,
    doneAttempt,
    run(runId, name, { startedAt, failed, attributes }) {
      ids.next = traceOfRun(runId)
      try {
        const span = tracer().startSpan(name, { root: true, startTime: startedAt, attributes })
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
