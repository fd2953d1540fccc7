import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { limits } from './limits.ts'
import { runnerReplySchema } from './runner-messages.ts'
import type { RunnerReply, RunnerRequest } from './runner-messages.ts'

/** How a request ended: with a reply, stopped by us (`deadline`, `aborted`), or because the process died or wrote nonsense. */
export type RunnerAnswer = { type: 'reply'; reply: RunnerReply } | { type: 'deadline' } | { type: 'aborted' } | { type: 'died' }

type Child = ChildProcessByStdio<Writable, Readable, Readable>

// Nothing of ours: no keys, no database address, no NODE_OPTIONS. (Next declares that every environment has NODE_ENV.)
const noEnvironment = {} as NodeJS.ProcessEnv

/** The user and group `nobody` of every Linux: no files, no processes of anybody. */
const nobody = 65534

/** What the runner may read under Node's permission model; everything else, writing, programs and add-ons are refused. */
function readablePaths(rootDir: string): string[] {
  const modules = ['quickjs-wasi', 'acorn'].map((name) => path.join(rootDir, 'node_modules', name))
  const folders = [path.join(rootDir, 'lib', 'sandbox'), ...modules].flatMap((folder) => [folder, realpathSync(folder)])
  return [...new Set(folders.map((folder) => `${folder}${path.sep}*`)), path.join(rootDir, 'package.json')]
}

function launch(rootDir: string, identity: { uid?: number; gid?: number }): Child {
  const flags = [
    '--no-warnings',
    '--permission',
    '--allow-worker',
    ...readablePaths(rootDir).map((readable) => `--allow-fs-read=${readable}`),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    // V8 counts an engine's memory against half of this, and beyond it collects garbage at each page that an engine takes: with 96 a call that fills its
    // heap took four times the CPU. It is no wall: what an engine can hand out of itself is bounded by limits.ts.
    '--max-old-space-size=320',
    // The default of 984 KiB ends a recursion in V8 before the engine's own limit makes an error of it that the code can see.
    '--stack-size=2000',
    `--wasm-max-mem-pages=${limits.wasmPages}`,
  ]
  return spawn(process.execPath, [...flags, path.join(rootDir, 'lib', 'sandbox', 'runner', 'main.ts')], {
    ...identity,
    env: noEnvironment,
    cwd: rootDir,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
}

/** Set when this machine does not let us give the runner to `nobody`, for example because that user cannot read the project. */
let keepIdentity = process.getuid?.() !== 0

/** One process that runs customers' code, one call after the other, each in its own engine. */
export class RunnerProcess {
  readonly #child: Child
  readonly #exited: Promise<unknown>
  #alive = true
  #rest = ''
  #calls = 0
  #errors = ''
  #onLine: ((line: string) => void) | undefined
  #onEnd: (() => void) | undefined

  private constructor(child: Child) {
    this.#child = child
    this.#exited = new Promise((resolve) => {
      const end = () => {
        this.#alive = false
        this.#onEnd?.()
        resolve(undefined)
      }
      child.once('exit', end)
      child.once('error', end)
    })
    // Writing to a runner that just died: its exit says all there is to say.
    child.stdin.on('error', () => undefined)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.#errors = (this.#errors + chunk).slice(0, limits.messageBytes)))
    // A runner never keeps the service alive; a call under way does, by its timer.
    for (const handle of [child, child.stdin, child.stdout, child.stderr] as { unref?: () => void }[]) handle.unref?.()
  }

  /**
   * Starts a runner as `nobody` where that is possible, otherwise as the service's own user.
   * @throws Error when no runner can be started; its message is for operators and holds nothing of customers.
   */
  static async start(rootDir: string): Promise<RunnerProcess> {
    if (!keepIdentity) {
      const runner = await RunnerProcess.#tryStart(rootDir, { uid: nobody, gid: nobody })
      if (runner.#alive) return runner
      keepIdentity = true
    }
    const runner = await RunnerProcess.#tryStart(rootDir, {})
    if (runner.#alive) return runner
    throw new Error(`The process for customers' code does not start: ${runner.#errors.trim().slice(0, 500) || 'it gave no reason'}`)
  }

  static async #tryStart(rootDir: string, identity: { uid?: number; gid?: number }): Promise<RunnerProcess> {
    const runner = new RunnerProcess(launch(rootDir, identity))
    const ready = await runner.#exchange(limits.startMs)
    if (ready.type !== 'line' || ready.line !== '{"ready":true}') await runner.kill()
    return runner
  }

  get alive(): boolean {
    return this.#alive
  }
  get calls(): number {
    return this.#calls
  }
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Sends one request and waits for its answer. After any answer but a reply the process is dead. Never rejects. */
  async call(request: RunnerRequest, signal?: AbortSignal): Promise<RunnerAnswer> {
    this.#calls += 1
    const reply = this.#exchange(request.timeoutMs + limits.killGraceMs, signal)
    this.#child.stdin.write(`${JSON.stringify(request)}\n`)
    const end = await reply
    if (end.type === 'line') {
      const parsed = parseReply(end.line)
      if (parsed?.id === request.id && parsed.type === request.type) return { type: 'reply', reply: parsed }
    }
    await this.kill()
    return { type: end.type === 'line' ? 'died' : end.type }
  }

  /** Ends the process at once, whatever it does. */
  async kill(): Promise<void> {
    // Whoever waits for the end may have nothing else that keeps the service alive.
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** Lets the process end by itself and makes sure that it does. */
  async stop(): Promise<void> {
    this.#child.stdin.end()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 1_000)
    await this.#exited
    clearTimeout(timer)
  }

  /** The next line from the process, or why there is none. */
  async #exchange(timeoutMs: number, signal?: AbortSignal): Promise<{ type: 'line'; line: string } | { type: 'deadline' | 'aborted' | 'died' }> {
    const waiting = Promise.withResolvers<{ type: 'line'; line: string } | { type: 'deadline' | 'aborted' | 'died' }>()
    const aborted = () => waiting.resolve({ type: 'aborted' })
    const timer = setTimeout(() => waiting.resolve({ type: 'deadline' }), timeoutMs)
    signal?.addEventListener('abort', aborted, { once: true })
    this.#onLine = (line) => waiting.resolve({ type: 'line', line })
    this.#onEnd = () => waiting.resolve({ type: 'died' })
    if (!this.#alive) waiting.resolve({ type: 'died' })
    if (signal?.aborted) aborted()
    try {
      return await waiting.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
      this.#onLine = undefined
      this.#onEnd = undefined
    }
  }

  #read(chunk: string): void {
    this.#rest += chunk
    const end = this.#rest.indexOf('\n')
    if (end >= 0 && this.#onLine) {
      const line = this.#rest.slice(0, end)
      this.#rest = this.#rest.slice(end + 1)
      this.#onLine(line)
    }
    // A second line that nobody asked for, or one without an end: not a runner of ours any more.
    if (this.#rest.length > limits.replyBytes || this.#rest.includes('\n')) this.#child.kill('SIGKILL')
  }
}

function parseReply(line: string): RunnerReply | undefined {
  try {
    return runnerReplySchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
