import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { cutText } from '#lib/domain/text'
import {
  canBeNobody,
  keepOwnUser,
  noEnvironment,
  nobody,
  readPermissions,
} from '#lib/process-pool/isolate'
import { limits } from './limits.ts'
import {
  runnerMessageSchema,
  type Outcome,
  type RunnerRequest,
  type RunRequest,
} from './runner-messages.ts'

type Call = {
  organizationId: string
  begun: boolean
  settle(outcome: Outcome | undefined): void
  onSession(pid: number, grows: boolean): void
}

const lost: Outcome = {
  unavailable:
    'The process that ran the statement ended unexpectedly; whether it was written is not ' +
    'known. Check before you try again.',
  begun: true,
}

const program = 'lib/org-database/runner/main.ts'
/** The files that the runner imports. */
const readable = ['node_modules', 'lib/org-database', 'lib/retry-on.ts', 'package.json']

function launch(rootDir: string, identity: object): ChildProcess {
  const flags = [
    '--no-warnings',
    '--max-old-space-size=384',
    '--disable-proto=delete',
    // Optimizing the parser's largest function takes 700 MB for seconds, after which the runner
    // would be replaced each time; the baseline code parses as fast.
    '--liftoff-only',
    ...readPermissions(rootDir, readable),
  ]
  return spawn(process.execPath, [...flags, path.join(rootDir, program)], {
    ...identity,
    env: noEnvironment,
    cwd: rootDir,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
}

/**
 * One runner process with several concurrent statements. When it dies, each statement that had
 * started is answered as unavailable, the others as undefined.
 */
export class RunnerProcess {
  readonly #child: ChildProcess
  readonly #calls = new Map<number, Call>()
  readonly #exited: Promise<void>
  #alive = true
  /** We ended it because it did not start in time; it did not fail by itself. */
  #slow = false
  #errors = ''
  #onReady: (() => void) | undefined
  statements = 0
  /** It has served long enough and is to be replaced; it continues until then. */
  tired = false
  /** It broke, or has a successor: it finishes its statements and gets no new ones. */
  retiring = false

  private constructor(child: ChildProcess) {
    this.#child = child
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#exited = promise
    const end = () => {
      this.#alive = false
      this.#onReady?.()
      for (const call of this.#calls.values()) call.settle(call.begun ? lost : undefined)
      this.#calls.clear()
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
    child.on('message', (message) => this.#read(message))
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#errors = (this.#errors + chunk).slice(0, 2000)
    })
    // A runner never keeps the service alive; a running statement does, by its timer.
    child.unref()
    child.channel?.unref()
    ;(child.stderr as { unref?(): void } | null)?.unref?.()
  }

  /**
   * Starts a runner as `nobody` where possible, otherwise as the service's own user.
   * @throws Error when no runner can be started; it contains no customer data.
   */
  static async start(rootDir: string): Promise<RunnerProcess> {
    for (const identity of canBeNobody(rootDir) ? [nobody, {}] : [{}]) {
      const runner = new RunnerProcess(launch(rootDir, identity))
      if (await runner.#ready()) {
        if (identity !== nobody) keepOwnUser(rootDir)
        return runner
      }
      // A busy machine or a kill from outside is no reason to give untrusted SQL to a stronger
      // user.
      if (runner.#slow) throw new Error('The process for SQL does not start in time.')
      if (runner.#child.signalCode !== null) throw new Error('The process for SQL was killed.')
      if (identity !== nobody) throw runner.#noStart()
    }
    throw new Error('The process for SQL does not start.')
  }

  #noStart(): Error {
    const why = cutText(this.#errors.trim(), 500) || 'it gave no reason'
    return new Error(`The process for SQL does not start: ${why}`)
  }

  get alive(): boolean {
    return this.#alive
  }
  get pid(): number | undefined {
    return this.#child.pid
  }
  get load(): number {
    return this.#calls.size
  }

  serves(organizationId: string): boolean {
    return [...this.#calls.values()].some((call) => call.organizationId === organizationId)
  }

  /**
   * Runs one statement. Undefined when the process died before the statement started: it can run
   * elsewhere. Never rejects.
   */
  async run(
    request: RunRequest,
    organizationId: string,
    onSession: Call['onSession'],
    signal: AbortSignal | undefined,
  ): Promise<Outcome | undefined> {
    if (!this.#alive) return undefined
    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>()
    const cancel = () => this.#send({ type: 'cancel', id: request.id })
    // Its own limit and the watchdog's have passed: the process does not answer.
    const longest = limits.connectMs + request.statementMs + 3 * limits.watchdogGraceMs
    const timer = setTimeout(() => void this.kill(), longest)
    this.statements += 1
    this.#calls.set(request.id, { organizationId, begun: false, settle: resolve, onSession })
    this.#send(request)
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) cancel()
    const outcome = await promise
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    return outcome
  }

  async kill(): Promise<void> {
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  async #ready(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => {
      this.#slow = true
      resolve(false)
    }, limits.startMs)
    this.#onReady = () => resolve(this.#alive)
    const ready = await promise
    clearTimeout(timer)
    if (!ready) await this.kill()
    return ready
  }

  #send(request: RunnerRequest): void {
    if (this.#alive && this.#child.connected) this.#child.send(request, () => undefined)
  }

  #read(message: unknown): void {
    const parsed = runnerMessageSchema.safeParse(message)
    if (!parsed.success) return void this.kill()
    if (parsed.data.type === 'ready') return this.#onReady?.()
    const call = this.#calls.get(parsed.data.id)
    if (!call) return
    if (parsed.data.type === 'session') {
      call.begun = true
      return call.onSession(parsed.data.pid, parsed.data.grows)
    }
    const { outcome, poisoned, residentBytes, id } = parsed.data
    if (residentBytes > limits.runnerBytes || this.statements >= limits.statementsPerRunner)
      this.tired = true
    if (poisoned || residentBytes > limits.runnerBytes * 1.5) this.retiring = true
    this.#calls.delete(id)
    call.settle(outcome)
  }
}
