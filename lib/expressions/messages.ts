/** A request to a process; the JSON of the context comes as bytes beside it. */
export type ExpressionRequest = {
  organizationId: string
  expressions: string[]
  /** The time of `$now()`, in milliseconds. */
  now: number
  seed: string
  /** Computes them for each entry of the context's `item`. */
  forEachItem: boolean
}

/** The answer of the process: plain JSON for each expression, or which one failed and why. */
export type ExpressionReply =
  | { ok: true; values: unknown[] }
  | { ok: false; index: number; code: string; message: string; position: number | null }
