import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { canBeNobody, keepOwnUser, noEnvironment, nobody, readPermissions } from './isolate.ts'
import type { Content, ProcessKind } from './kind.ts'
import type { PartLine, ReplyLine, RequestLine } from './serve.ts'

const startMs = 30_000
/** Characters of a program's error output that are remembered. */
const errorChars = 2_000
/**
 * The niceness of a process with a long request: it gets a tenth of the CPU of another one beside
 * it.
 */
const longNiceness = 10

/** Why the pool ended a process. */
type Cause = 'deadline' | 'memory' | 'aborted' | 'yielded' | 'died' | 'stopped'

/**
 * How a request to one process ended. `killed`: by a signal from outside, unrelated to the request.
 * `yielded`: it gave up its place. After anything but a reply the process has ended.
 */
export type Called<Reply> =
  | {
      type: 'reply'
      reply: Reply
      spent: boolean
      residentBytes: number
      /** Whether the process may be used again; a promise where the program checks itself first. */
      usable: boolean | Promise<boolean>
    }
  | { type: 'deadline' | 'memory' | 'aborted' | 'yielded' | 'died' | 'killed' }

type Work = {
  request: unknown
  bytes: Uint8Array | undefined
  content: Content | undefined
  receive: ((part: Buffer) => Promise<void>) | undefined
  timeoutMs: number
}
type Replied<Reply> = Extract<Called<Reply>, { type: 'reply' }>
type Waiting<Reply> = {
  id: number
  /** Undefined when no reply will come. */
  reply: PromiseWithResolvers<Replied<Reply> | undefined>
  /** Set after a reply which says that the program checks itself, until the result comes. */
  checked?: PromiseWithResolvers<boolean>
  receive: ((part: Buffer) => Promise<void>) | undefined
  /** Settles when all parts so far were received. */
  received: Promise<void>
}

/** A thread of `lib/process-pool` watches the process from inside. */
const permissions = (root: string, readable: readonly string[]): string[] => [
  '--allow-worker',
  ...readPermissions(root, ['lib/process-pool', 'package.json', ...readable]),
]

function launch(kind: ProcessKind<unknown>, root: string, identity: object): ChildProcess {
  const flags = [
    '--no-warnings',
    ...(kind.readable ? permissions(root, kind.readable) : []),
    `--max-old-space-size=${kind.heapMegabytes}`,
    ...(kind.nodeFlags ?? []),
  ]
  const args = [...flags, path.join(root, kind.program), ...(kind.args ?? [])]
  return spawn(process.execPath, args, {
    ...identity,
    env: noEnvironment,
    cwd: kind.cwd ?? root,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
}

/** One process of a pool. It takes one request at a time. */
export class WorkProcess<Reply> {
  readonly #kind: ProcessKind<Reply>
  readonly #child: ChildProcess
  readonly #closed = Promise.withResolvers<void>()
  readonly #ready = Promise.withResolvers<boolean>()
  #alive = true
  #lastCpuMs = 0
  #isReady = false
  #isClosed = false
  #cause: Cause | undefined
  #errors = ''
  #lastErrors = ''
  #outOfMemory = false
  #chunks: Buffer[] = []
  #size = 0
  #waiting: Waiting<Reply> | undefined
  /** A part of an answer of which not all bytes have arrived. */
  #part: { bytes: Buffer; filled: number } | undefined
  /** The number of requests so far. */
  calls = 0

  private constructor(kind: ProcessKind<Reply>, child: ChildProcess) {
    this.#kind = kind
    this.#child = child
    child.once('exit', () => {
      this.#alive = false
    })
    // Data of the pipes may arrive after the exit, but never after the close.
    child.once('close', () => this.#finish())
    child.once('error', (error) => {
      this.#errors ||= error.message
      if (child.pid === undefined) this.#finish()
    })
    // Writing fails when a process has just died: its end event reports that.
    child.stdin?.on('error', () => undefined)
    this.#answers.on('data', (chunk: Buffer) => this.#read(chunk)).on('error', () => undefined)
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.#complain(chunk))
    this.#keepService(false)
  }

  /**
   * Starts a process, as `nobody` where the kind demands it and this machine allows it.
   * @throws Error when it does not start; the message is for operators, without customers' data.
   */
  static async start<Reply>(kind: ProcessKind<Reply>): Promise<WorkProcess<Reply>> {
    const root = kind.rootDir ?? process.cwd()
    const asNobody = kind.nobody && canBeNobody(root)
    if (asNobody) {
      let first = await WorkProcess.#tryStart(kind, root, nobody)
      if (first.#wasKilled) first = await WorkProcess.#tryStart(kind, root, nobody)
      if (first.#alive) return first
      // A busy machine or a kill from outside is no reason to give untrusted input to a stronger
      // user.
      if (first.#cause !== undefined || first.#wasKilled) throw first.#noStart()
    }
    const own = await WorkProcess.#tryStart(kind, root, {})
    if (own.#alive) {
      if (asNobody) keepOwnUser(root)
      return own
    }
    throw own.#noStart()
  }

  static async #tryStart<Reply>(
    kind: ProcessKind<Reply>,
    root: string,
    identity: object,
  ): Promise<WorkProcess<Reply>> {
    const started = new WorkProcess(kind, launch(kind, root, identity))
    const timer = setTimeout(() => started.#ready.resolve(false), kind.startMs ?? startMs)
    const ready = await started.#ready.promise
    clearTimeout(timer)
    if (!ready) await started.kill()
    return started
  }

  /** True until it has ended, or was told to end. */
  get alive(): boolean {
    return this.#alive && this.#cause === undefined
  }
  get pid(): number | undefined {
    return this.#child.pid
  }
  /** Resolves when the process has ended. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Sends one request and waits for its end; the pool checks its time. Never rejects. */
  async call(work: Work, signal?: AbortSignal): Promise<Called<Reply>> {
    this.calls += 1
    const reply = Promise.withResolvers<Replied<Reply> | undefined>()
    const { receive } = work
    const waiting: Waiting<Reply> = { id: this.calls, reply, receive, received: Promise.resolve() }
    this.#waiting = waiting
    if (this.#isClosed) reply.resolve(undefined)
    const abort = () => this.end('aborted')
    signal?.addEventListener('abort', abort, { once: true })
    this.#send(this.calls, work)
    if (signal?.aborted) abort()
    const replied = await reply.promise
    signal?.removeEventListener('abort', abort)
    // A repetition must not meet a part of this attempt that is still being written.
    await waiting.received
    return replied ?? { type: this.#ending() }
  }

  /** Ends the process at any moment; `cause` becomes the end of the running request. */
  end(cause: Cause): void {
    if (!this.alive) return
    this.#cause = cause
    this.#child.kill('SIGKILL')
  }

  /** Ends the process when it has more memory than its limit. Costs the reading of a small file. */
  checkMemory(): void {
    const resident = this.alive && this.pid !== undefined ? residentBytes(this.pid) : undefined
    if (resident !== undefined && resident > this.#kind.residentBytes) this.end('memory')
  }

  /** The CPU in milliseconds at the last reading. */
  get lastCpuMs(): number {
    return this.#lastCpuMs
  }
  /** Reads the CPU in milliseconds; undefined where the system does not report it. */
  readCpuMs(): number | undefined {
    const used = this.pid === undefined ? undefined : cpuMs(this.pid)
    if (used !== undefined) this.#lastCpuMs = used
    return used
  }
  /** Whether a thread of it computes, waits for a processor or a disk, or is suspended. */
  get isRunnable(): boolean {
    return this.pid !== undefined && hasRunnableThread(this.pid)
  }

  /**
   * Lowers the priority of the process below all others, or restores it; false where that is
   * refused.
   */
  stepBack(back: boolean): boolean {
    return this.pid !== undefined && setNiceness(this.pid, back ? longNiceness : 0)
  }

  /** Ends the process at once and waits until it has ended. */
  async kill(): Promise<void> {
    // The caller may have nothing else that keeps the service alive.
    this.#keepService(true)
    this.end('stopped')
    await this.#closed.promise
  }

  /** By a signal from outside. */
  get #wasKilled(): boolean {
    return this.#cause === undefined && this.#child.signalCode !== null
  }

  #noStart(): Error {
    const silent = this.#cause === undefined ? 'it gave no reason' : 'it took too long'
    const why = this.#errors.trim().slice(0, 500).toWellFormed() || silent
    return new Error(`The process for ${this.#kind.name} does not start: ${why}`)
  }

  get #answers(): Readable {
    return this.#child.stdio[3] as Readable
  }

  #send(id: number, { request, bytes, content, timeoutMs }: Work): void {
    const { residentBytes: limit, graceMs = 0 } = this.#kind
    const line: RequestLine = {
      id,
      timeoutMs: timeoutMs + graceMs,
      residentBytes: limit,
      bytes: content?.size ?? bytes?.byteLength ?? 0,
      request,
    }
    this.#child.stdin?.write(`${JSON.stringify(line)}\n`)
    if (content) void this.#sendContent(content)
    else if (bytes && bytes.byteLength > 0) this.#child.stdin?.write(bytes)
  }

  /** Sends a stream as fast as the process takes it. One that breaks off ends the process. */
  async #sendContent({ size, read }: Content): Promise<void> {
    const { stdin } = this.#child
    let sent = 0
    try {
      for await (const piece of read()) {
        sent += piece.byteLength
        if (!this.alive || sent > size) break
        if (!stdin?.write(piece) && stdin) await Promise.race([once(stdin, 'drain'), this.closed])
      }
    } catch {
      // Whoever reads it knows why: the process gets less than it was promised.
    }
    if (sent !== size) this.end('died')
  }

  #parse(text: Buffer, waiting: Waiting<Reply>): Replied<Reply> {
    const line = JSON.parse(text.toString('utf8')) as Partial<ReplyLine> | null
    const { spent, check, residentBytes: resident, reply } = line ?? {}
    const shaped = typeof spent === 'boolean' && typeof check === 'boolean'
    if (line?.id !== waiting.id || !shaped || typeof resident !== 'number')
      throw new Error('no reply')
    const parsed = this.#kind.reply.parse(reply)
    if (check) waiting.checked = Promise.withResolvers<boolean>()
    const usable = waiting.checked?.promise ?? true
    return { type: 'reply', reply: parsed, spent, residentBytes: resident, usable }
  }

  #ending(): 'deadline' | 'memory' | 'aborted' | 'yielded' | 'died' | 'killed' {
    if (this.#cause !== undefined) return this.#cause === 'stopped' ? 'aborted' : this.#cause
    const { signalCode } = this.#child
    // The watchdog's thread in the process sends the first one.
    if (signalCode === 'SIGUSR2' || this.#outOfMemory) return 'memory'
    return signalCode === 'SIGKILL' || signalCode === 'SIGTERM' ? 'killed' : 'died'
  }

  #finish(): void {
    this.#alive = false
    this.#isClosed = true
    this.#ready.resolve(false)
    this.#waiting?.reply.resolve(undefined)
    this.#waiting?.checked?.resolve(false)
    this.#waiting = undefined
    this.#closed.resolve()
  }

  #complain(chunk: string): void {
    // The message may arrive in two pieces.
    const read = this.#lastErrors + chunk
    if (/out of memory/i.test(read)) this.#outOfMemory = true
    this.#lastErrors = read.slice(-20)
    this.#errors = (this.#errors + chunk).slice(0, errorChars)
  }

  #read(chunk: Buffer): void {
    let rest = this.#fillPart(chunk)
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const end = rest.subarray(0, at)
      // Most replies arrive in one piece, which need not be copied.
      const line = this.#chunks.length === 0 ? end : Buffer.concat([...this.#chunks, end])
      rest = rest.subarray(at + 1)
      this.#chunks = []
      this.#size = 0
      this.#take(line)
      rest = this.#fillPart(rest)
    }
    if (rest.length === 0) return
    this.#chunks.push(rest)
    this.#size += rest.length
    if (this.#size > this.#kind.replyBytes) this.end('died')
  }

  /** Takes the bytes of a part from what arrived; answers the rest. */
  #fillPart(chunk: Buffer): Buffer {
    const part = this.#part
    if (!part) return chunk
    const taken = chunk.copy(part.bytes, part.filled)
    part.filled += taken
    if (part.filled < part.bytes.length) return chunk.subarray(taken)
    this.#part = undefined
    const waiting = this.#waiting
    if (waiting?.receive && this.#cause === undefined) {
      const { receive, received } = waiting
      // The process waits too, as soon as the pipe is full.
      this.#answers.pause()
      const now = received.then(() => receive(part.bytes))
      waiting.received = now.catch(() => this.end('died'))
      void waiting.received.then(() => this.#answers.resume())
    }
    return chunk.subarray(taken)
  }

  /** Whether this line announces a part; then its bytes follow. */
  #announcesPart(line: Buffer, waiting: Waiting<Reply>): boolean {
    if (!waiting.receive) return false
    const { id, part } = JSON.parse(line.toString('utf8')) as Partial<PartLine>
    if (part === undefined) return false
    if (id !== waiting.id || !Number.isInteger(part) || part < 1 || part > this.#kind.replyBytes)
      throw new Error('no part')
    this.#part = { bytes: Buffer.allocUnsafe(part), filled: 0 }
    return true
  }

  #take(line: Buffer): void {
    // The reply is too late: its request has been ended.
    if (this.#cause !== undefined) return
    const waiting = this.#waiting
    if (!this.#isReady && line.toString() === '{"ready":true}') {
      this.#isReady = true
      return this.#ready.resolve(true)
    }
    // An unexpected line: the program is no longer under our control.
    if (!this.#isReady || !waiting) return this.end('died')
    if (waiting.checked) {
      this.#waiting = undefined
      return waiting.checked.resolve(line.toString() === `{"id":${waiting.id},"usable":true}`)
    }
    try {
      // A part is announced in some thirty bytes.
      if (line.length < 100 && this.#announcesPart(line, waiting)) return
      const replied = this.#parse(line, waiting)
      if (!waiting.checked) this.#waiting = undefined
      if (waiting.receive) void waiting.received.then(() => waiting.reply.resolve(replied))
      else waiting.reply.resolve(replied)
    } catch {
      this.end('died')
    }
  }

  /** A process never keeps the service alive; a running request does, by the pool's timer. */
  #keepService(keep: boolean): void {
    const { stdin, stderr } = this.#child
    const handles: unknown[] = [this.#child, stdin, stderr, this.#answers]
    for (const handle of handles as { ref?(): void; unref?(): void }[]) {
      if (keep) handle?.ref?.()
      else handle?.unref?.()
    }
  }
}

/** Undefined where the system has no such file, or the process has ended. */
function residentBytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    return found ? Number(found[1]) * 1024 : undefined
  } catch {
    return undefined
  }
}

/** The fields of a `stat` file from the state on, which proc(5) counts as the third. */
function statFields(file: string): string[] {
  // The program's name is in brackets and may contain any character.
  const stat = readFileSync(file, 'latin1')
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
}

/** False where the system has no such files, or the process has ended. */
function hasRunnableThread(pid: number): boolean {
  try {
    const folder = `/proc/${pid}/task`
    return readdirSync(folder).some((task) => statFields(`${folder}/${task}/stat`)[0] !== 'S')
  } catch {
    return false
  }
}

/** Undefined where the system has no such file, or the process has ended. */
function cpuMs(pid: number): number | undefined {
  try {
    const fields = statFields(`/proc/${pid}/stat`)
    // Hundredths of a second on every Linux: of the program, and of the system for it.
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

/** Each thread has its own niceness; a native add-on computes in its own thread. */
function setNiceness(pid: number, niceness: number): boolean {
  try {
    const tasks = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`) : [pid]
    for (const task of tasks) setPriority(Number(task), niceness)
    return true
  } catch {
    return false
  }
}
