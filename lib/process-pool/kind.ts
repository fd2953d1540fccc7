/** What a process may be used for again: nothing, its organization's requests, or everybody's. */
export type Reuse = 'none' | 'organization' | 'all'

/**
 * A kind of work for processes of a pool: which program does it, and what it may use. Sizes are
 * bytes, times are milliseconds. Requests must be repeatable: the pool may stop one and start it
 * again (README.md says when), so a program computes and never writes anywhere.
 */
export type ProcessKind<Reply> = {
  /** Short noun, for messages to operators: "The process for <name> does not start". */
  name: string
  /** The program's TypeScript file, from the project's root; it calls `serve` (serve.ts). */
  program: string
  /** Arguments of the program. */
  args?: readonly string[]
  /** The project's root; the working directory where nothing is given. */
  rootDir?: string
  /** Working directory of the program; the project's root where nothing is given. */
  cwd?: string
  /**
   * Files and folders, from the project's root, that the program may read; all other files,
   * writing, programs and add-ons are refused by Node's permission model. `null` switches the model
   * off, for programs with native add-ons only. `lib/process-pool` and `package.json` are always
   * readable.
   */
  readable: readonly string[] | null
  /** Runs as the user `nobody` where the service is root and `nobody` can read the project. */
  nobody: boolean
  /** More flags for Node, such as `--disable-proto=delete`. */
  nodeFlags?: readonly string[]
  /** V8's heap for old objects, in MiB. Running out of it ends the process: `memory`. */
  heapMegabytes: number
  /** Checks what the program answers; throws when it is not a reply. A zod schema will do. */
  reply: { parse(value: unknown): Reply }
  /** A longer line from the program is not a reply: the process is ended. */
  replyBytes: number
  /** A request is stopped when its process holds more resident memory than this, in V8 or not. */
  residentBytes: number
  /** A process that holds more than this after a request is replaced. */
  restingBytes: number
  /** A request may take so much longer than its time; for programs that end it by themselves. */
  graceMs?: number
  reuse: Reuse
  /** Requests that a process serves before it is replaced. */
  callsPerProcess: number
  /** Longest start of a process; 30 s where nothing is given. */
  startMs?: number
  /** A process that has been idle for so long ends. */
  idleMs: number
  /**
   * Keeps one process ready for an organization that has none at work, from the first request until
   * it idles (two at rest); with `reuse: 'organization'` an unused one.
   */
  spare?: boolean
  /** Requests at a time. One more may run beyond them (README.md). */
  places: number
  /** Of them, requests that are not long; more at once than there are processors gain nothing. */
  quickPlaces?: number
  /**
   * From here a request counts as long: milliseconds of CPU, or four times as many of the clock.
   */
  longAfterMs?: number
  /** Requests of one organization at a time, and how many more may wait; the next are `busy`. */
  perOrganization?: { running?: number; waiting?: number }
}

/** A request to a process. */
export type Ask<Request> = {
  request: Request
  /** Large binary input; it is handed to the program as it is, beside the request. */
  bytes?: Uint8Array
  organizationId: string
  /** Requests of one organization take turns by group, such as a workflow's id. */
  group?: string
  /** Time to work, in milliseconds; waiting for a place and for a process does not count. */
  timeoutMs: number
  /** Longest wait for a place, in milliseconds; then the answer is `busy`. */
  waitMs?: number
  /** Ends the request: `aborted`. */
  signal?: AbortSignal
}

/**
 * How a request ended. `deadline`: it took longer than its time. `memory`: its process needed more
 * than it may have. `died`: the process ended, or answered nonsense. `busy`: too many requests of
 * the organization wait, or the wait was too long. `not_started`: `reason` is for operators.
 */
export type Answer<Reply> =
  | { type: 'reply'; reply: Reply }
  | { type: 'deadline' | 'memory' | 'died' | 'aborted' | 'busy' }
  | { type: 'not_started'; reason: string }
