import type { Attributes } from '@opentelemetry/api'
import type { SpanProcessor } from '@opentelemetry/sdk-trace'
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

/**
 * Sends traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT) names.
 * OpenTelemetry's other variables apply too. Without an endpoint nothing is loaded or traced. Tests
 * hand in a `processor`, which gets the spans instead.
 */
export async function startTelemetry(
  role: 'web' | 'worker' | 'mail',
  processor?: SpanProcessor,
): Promise<{ stop(): Promise<void> }> {
  const endpoint =
    process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!processor && !endpoint) return { stop: async () => undefined }
  const { openTelemetry } = await import('./tracing.ts')
  const tracing = openTelemetry(process.env['OTEL_SERVICE_NAME'] ?? `rounds-${role}`, processor)
  state.tracing = tracing
  return {
    async stop() {
      state.tracing = undefined
      await tracing.stop()
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
