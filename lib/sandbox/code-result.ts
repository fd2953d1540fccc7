import type { LogLine } from '#lib/domain/run/run'

/** One call of customers' code. */
export type CodeInput = {
  /**
   * An ES module, types already stripped (`compileTypeScript`), whose default export is a function
   * of one object.
   */
  source: string
  /** The argument of the default export; copied as JSON. */
  input: Record<string, unknown>
  /**
   * Includes parsing, running, promise jobs and writing the result as JSON; excludes the wait for a
   * free runner.
   */
  timeoutMs: number
  /** Calls wait in turn by organization, so that one with many calls does not delay the others. */
  organizationId: string
  /** Within an organization they wait in turn by workflow. */
  workflowId?: string
  /** The same seed repeats the same `Math.random()`. */
  seed?: string
  /** Sets the clock of the code to this fixed instant. */
  now?: Date
}

/** The outcome of a call. `line` is a line of the customer's own source, counted from 1. */
export type CodeResult =
  | { ok: true; value: unknown; logs: LogLine[] }
  | {
      ok: false
      kind: 'api_error'
      statusCode: number
      message: string
      details: Record<string, unknown>
      logs: LogLine[]
    }
  | {
      ok: false
      kind: 'thrown'
      name: string
      message: string
      line: number | null
      logs: LogLine[]
    }
  | { ok: false; kind: CodeFailureKind; message: string; line: number | null; logs: LogLine[] }

/** The ends of a call that its code did not choose. */
export type CodeFailureKind =
  | 'timeout'
  | 'memory'
  | 'syntax'
  | 'result_too_large'
  | 'crashed'
  | 'aborted'
  /** No process could be had: the code did not begin. */
  | 'not_started'

/**
 * The code's JavaScript, or its first error; line and column count from 1. `again`: the code was
 * not read to its end, and another try may succeed; `notStarted`: reading did not start.
 */
export type CompileResult =
  | { ok: true; code: string }
  | {
      ok: false
      message: string
      line: number
      column: number
      again?: true
      notStarted?: true
    }
