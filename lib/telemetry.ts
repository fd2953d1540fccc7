import type { Attributes } from '@opentelemetry/api'
import type { SpanProcessor } from '@opentelemetry/sdk-trace'

type RunSpan = { startedAt: Date; failed: boolean; attributes: Attributes }

/** What traces are sent with, once there are any (`tracing.ts`). */
export type Tracing = {
  attempt<T>(
    runId: string,
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    failureOf: (result: T) => string | undefined,
  ): Promise<T>
  doneAttempt(
    runId: string,
    name: string,
    attributes: Attributes,
    startedAt: Date,
    endedAt: Date,
  ): void
  run(runId: string, name: string, span: RunSpan): void
  headers(): Record<string, string>
  stop(): Promise<void>
}

/**
 * OpenTelemetry traces: a run is a trace, an attempt of a task a span. The trace's id is the run's
 * id without its hyphens, so a run is found by its id, and the attempts that different workers
 * make, days apart, belong together without anything being stored. Names and ids only; no data of a
 * run.
 */
const key = Symbol.for('rounds.telemetry')
const holder = globalThis as unknown as Record<symbol, { tracing: Tracing | undefined } | undefined>
const state = (holder[key] ??= { tracing: undefined })

/** The last 64 bits of a UUID of version 7 are random, so they name the run's own span. */
export function traceOfRun(runId: string): { traceId: string; spanId: string } {
  const traceId = runId.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16) }
}

/**
 * Sends traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT) names, as
 * OpenTelemetry's own variables say; without one, nothing is traced, nothing is loaded and nothing
 * costs. `processor` takes the spans instead, for tests.
 */
export async function startTelemetry(
  process_: 'web' | 'worker',
  processor?: SpanProcessor,
): Promise<{ stop(): Promise<void> }> {
  const wanted =
    process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!processor && !wanted) return { stop: async () => undefined }
  const { openTelemetry } = await import('./tracing.ts')
  const tracing = openTelemetry(process.env['OTEL_SERVICE_NAME'] ?? `rounds-${process_}`, processor)
  state.tracing = tracing
  return {
    async stop() {
      state.tracing = undefined
      await tracing.stop()
    },
  }
}

/** Whether traces are sent; what only they need is not looked up otherwise. */
export const isTracing = (): boolean => state.tracing !== undefined

/**
 * Runs an attempt of a task as a span of its run's trace. `failureOf` tells the error's code when
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

/** The span of an attempt that gave a result, told afterwards. */
export function traceDoneAttempt(
  runId: string,
  name: string,
  attributes: Attributes,
  startedAt: Date,
  endedAt: Date,
): void {
  state.tracing?.doneAttempt(runId, name, attributes, startedAt, endedAt)
}

/**
 * The span of the whole run, told when it has ended; the attempts named it as their parent all
 * along.
 */
export function traceRun(runId: string, name: string, span: RunSpan): void {
  state.tracing?.run(runId, name, span)
}

/**
 * Headers that tell a provider which trace a call belongs to (W3C Trace Context); none when nothing
 * is traced.
 */
export function traceHeaders(): Record<string, string> {
  return state.tracing?.headers() ?? {}
}
