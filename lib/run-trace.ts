import type { Attributes } from '@opentelemetry/api'

/** A whole run as a span, known when the run has ended. */
export type RunSpan = { startedAt: Date; failed: boolean; attributes: Attributes }

/** What sends traces: telemetry.ts calls it, tracing.ts implements it. */
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
 * The ids of a run's trace and of its own span. The trace has the run's id without its hyphens; the
 * last 64 bits of a UUID of version 7 are random, so they name the span.
 */
export function traceOfRun(runId: string): { traceId: string; spanId: string } {
  const traceId = runId.replaceAll('-', '')
  return { traceId, spanId: traceId.slice(16) }
}
