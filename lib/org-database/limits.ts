/**
 * Limits of one statement of an organization. Sizes are bytes, times are milliseconds. The runner
 * process reads this file too, so it must not import anything.
 */
export const limits = {
  statementMs: 30_000,
  /**
   * Postgres ends a statement at its limit; this much later the watchdog ends the session, and the
   * same time after that the runner is killed.
   */
  watchdogGraceMs: 1_000,
  lockMs: 5_000,
  idleInTransactionMs: 5_000,
  connectMs: 5_000,
  queryBytes: 200_000,
  params: 10_000,
  rows: 10_000,
  resultBytes: 10 * 1024 * 1024,
  /** Max bytes on the socket for one statement: the rows, their framing, notices. */
  socketBytes: 11 * 1024 * 1024,
  /** Disk for one statement's sorts and hashes, and for a whole database. */
  tempBytes: 64 * 1024 * 1024,
  databaseBytes: 2 * 1024 * 1024 * 1024,
  /** How often the watchdog checks the size, and for how long an answer is valid otherwise. */
  sizeLookMs: 250,
  sizeFreshMs: 1_000,
  /** Memory of one statement's server process, without the shared memory. */
  memoryBytes: 256 * 1024 * 1024,
  memoryLookMs: 50,
  workMemory: '4MB',
  perOrganization: 2,
  /**
   * Max waiting statements of one organization, about a second of its work; the next is refused.
   */
  waiting: 200,
  waitMs: 10_000,
  runners: 2,
  statementsPerRunner: 2000,
  /** A runner with a larger resident set than this is replaced. */
  runnerBytes: 300 * 1024 * 1024,
  concurrentPerRunner: 6,
  startMs: 15_000,
  idleRunnerMs: 60_000,
  /** A session stays open this long for the organization's next statement. */
  idleSessionMs: 5_000,
  /** Max sessions of one login role over all processes. */
  sessionsPerRole: 12,
} as const
