/** What a process may be reused for: nothing, requests of its organization, or all requests. */
export type Reuse = 'none' | 'organization' | 'all'

/**
 * A kind of work for processes of a pool: its program and its limits. Sizes are bytes, times are
 * milliseconds. Requests must be repeatable, because the pool may stop one and start it again
 * (README.md says when); so a program computes and never writes anywhere.
 */
export type ProcessKind<Reply> = {
  /** Short noun, for messages to operators: "The process for <name> does not start". */
  name: string
  /** The program's TypeScript file, relative to the project's root; it calls `serve` (serve.ts). */
  program: string
  /** Arguments of the program. */
  args?: readonly string[]
  /** The project's root; by default the working directory. */
  rootDir?: string
  /** Working directory of the program; by default the project's root. */
  cwd?: string
  /**
   * Files and folders, relative to the project's root, that the program may read. Node's permission
   * model denies all other files, writing, programs and add-ons. `null` switches the model off,
   * only for programs with native add-ons. `lib/process-pool` and `package.json` are always
   * readable.
   */
  readable: readonly string[] | null
  /** Runs as the user `nobody` where the service is root and `nobody` can read the project. */
  nobody: boolean
  /** More flags for Node, such as `--disable-proto=delete`. */
  nodeFlags?: readonly string[]
  /** V8's heap for old objects, in MiB. A process that exceeds it ends: `memory`. */
  heapMegabytes: number
  /** Checks the program's answer; throws when it is not a reply. A zod schema will do. */
  reply: { parse(value: unknown): Reply }
  /** A longer line from the program is no reply, and the pool ends the process. */
  replyBytes: number
  /** A request is stopped when its process has more resident memory than this, in V8 or not. */
  residentBytes: number
  /** A process with more memory than this after a request is replaced. */
  restingBytes: number
  /** Extra time for a request before the pool ends it; for programs that end it by themselves. */
  graceMs?: number
  reuse: Reuse
  /** The number of requests after which a process is replaced. */
  callsPerProcess: number
  /** Max time for the start of a process; 30 s by default. */
  startMs?: number
  /** A process that is idle for this long ends. */
  idleMs: number
  /**
   * Has one process ready for an organization that has none at work, from the first request until
   * it idles (two at rest); with `reuse: 'organization'` an unused one.
   */
  spare?: boolean
  /** Concurrent requests. One more may run beyond them (README.md). */
  places: number
  /** Of these, the requests that are not long; more than there are processors gain nothing. */
  quickPlaces?: number
  /** From this time a request is long: milliseconds of CPU, or four times as many by the clock. */
  longAfterMs?: number
  /** Concurrent requests of one organization, and how many more may wait; the next are `busy`. */
  perOrganization?: { running?: number; waiting?: number }
}

/** Input of `size` bytes, which is never whole in memory of the service. */
export type Content = { size: number; read(): AsyncIterable<Uint8Array> }

/** A request to a process. */
export type Ask<Request> = {
  request: Request
  /** Large binary input; the program gets it unchanged, beside the request. */
  bytes?: Uint8Array
  /** The same as a stream, in place of `bytes`; it is read again where the request is repeated. */
  content?: Content
  /**
   * Called when the program begins, also where it is asked again; what it answers gets each part
   * that the program sends before its reply. The next part and the reply wait for it.
   */
  receive?: () => (part: Buffer) => Promise<void>
  organizationId: string
  /** Requests of one organization alternate by group, such as a workflow's id. */
  group?: string
  /** Time to execute, in milliseconds, without the wait for a place and a process. */
  timeoutMs: number
  /** Max wait for a place, in milliseconds; then the answer is `busy`. */
  waitMs?: number
  /** Ends the request: `aborted`. */
  signal?: AbortSignal
  /** Gets for how long the request occupied a process, in milliseconds, at each attempt. */
  spent?: (ms: number) => void
}

/**
 * How a request ended. `deadline`: it took longer than its time. `memory`: its process exceeded its
 * memory. `died`: the process ended, or its answer was invalid. `busy`: too many requests of the
 * organization wait, or the wait was too long. `not_started`: `reason` is for operators.
 */
export type Answer<Reply> =
  | { type: 'reply'; reply: Reply }
  | { type: 'deadline' | 'memory' | 'died' | 'aborted' | 'busy' }
  | { type: 'not_started'; reason: string }
