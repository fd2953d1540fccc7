/**
 * Limits of one call of customers' code. Sizes are bytes, times are milliseconds. The runner
 * process reads this file too, so it must not import anything.
 */
export const limits = {
  /** Heap of the engine, counted by the engine itself: exceeding it is an error inside the code. */
  heapBytes: 64 * 1024 * 1024,
  /**
   * WebAssembly pages of 64 KiB, limited by V8 in case the heap limit fails. 80 MiB leaves room for
   * the engine's own data.
   */
  wasmPages: 1280,
  /**
   * Native stack of the engine. It has 1 MiB; half is left free, so that a recursion that is too
   * deep is an error and not a trap.
   */
  stackBytes: 512 * 1024,
  /** Free heap at the start of an engine. */
  roomBytes: 512 * 1024,
  inputBytes: 16 * 1024 * 1024,
  sourceBytes: 256 * 1024,
  resultBytes: 1024 * 1024,
  detailsBytes: 64 * 1024,
  logBytes: 64 * 1024,
  messageBytes: 2 * 1024,
  /**
   * A longer line from a runner is invalid: the largest valid one has a result, with its JSON
   * escaped once more, and the logs.
   */
  replyBytes: 4 * 1024 * 1024,
  /**
   * The engine ends a call at its deadline when it can; this much later the pool kills the process.
   */
  killGraceMs: 250,
  idleMs: 60_000,
  /**
   * Until the runner's machine code is optimized, a start costs as much CPU as 3,000 small calls.
   * Memory that a runner leaked would end it much earlier (`runnerBytes`).
   */
  callsPerRunner: 20_000,
  /** Concurrent calls of a service process, and one more (lib/process-pool/README.md). */
  places: 3,
  /** A third runner on two processors makes all of them slower. */
  quickPlaces: 2,
  /**
   * A runner with more memory than this is ended; an engine and the data of a call need far less.
   */
  residentBytes: 640 * 1024 * 1024,
  /** A runner with a larger resident set than this is replaced after its call. */
  runnerBytes: 256 * 1024 * 1024,
  compileMs: 2_000,
  longestMs: 3_600_000,
} as const
