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
   * Covers parsing, running, promise jobs and turning the result into JSON; waiting for a free
   * runner is not counted.
   */
  timeoutMs: number
  /**
   * Calls wait in turn by organization, so that one with many calls does not hold up the others.
   */
  organizationId: string
  /** Within an organization they wait in turn by workflow. */
  workflowId?: string
  /** The same seed gives the same `Math.random()` again. */
  seed?: string
  /** Stops the clock of the code at this instant. */
  now?: Date
}

/** What became of a call. `line` is a line of the customer's own source, counted from 1. */
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

/** Ends of a call that the code did not choose itself. */
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
 * The code's JavaScript, or the first thing that is wrong with it; line and column count from 1.
 * `again`: it was not read to its end, which may go better later; `notStarted`: not even begun.
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
