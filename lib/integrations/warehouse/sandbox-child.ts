import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { SandboxReady, SandboxReply, SandboxRequest } from './sandbox-messages.ts'

const largestReply = 32 * 1024 * 1024

type Asked = { reply: PromiseWithResolvers<SandboxReply>; ready: PromiseWithResolvers<boolean>; answered: boolean }

function launch(folder: string, file: string | undefined): ChildProcess {
  // Inside a bundle `import.meta.url` does not lead here; the service starts in the project's folder.
  const program = path.join(process.cwd(), 'lib', 'integrations', 'warehouse', 'sandbox-runner.ts')
  const args = ['--no-warnings', '--max-old-space-size=256', program, ...(file === undefined ? [] : [file])]
  // It knows nothing of ours: no environment, no database. What DuckDB prints (a query may ask for that) goes nowhere; answers come on a way of their own.
  return spawn(process.execPath, args, { cwd: folder, env: {} as NodeJS.ProcessEnv, stdio: ['pipe', 'ignore', 'pipe', 'pipe'], windowsHide: true })
}

/** A process of the sandbox warehouse in `folder`, with the database `file` open when one is given. One question at a time. */
export class SandboxChild {
  readonly #process: ChildProcess
  readonly #ended = Promise.withResolvers<void>()
  #alive = true
  #asked: Asked | undefined
  #errors = ''
  #chunks: Buffer[] = []
  #size = 0
  /** Questions so far. */
  questions = 0

  constructor(folder: string, file?: string) {
    this.#process = launch(folder, file)
    const finish = (error?: Error) => {
      this.#alive = false
      this.#asked?.reply.reject(error ?? new Error(`The process of the sandbox warehouse gave no answer: ${this.#errors.trim() || 'it was ended from outside'}`))
      this.#asked?.ready.resolve(false)
      this.#asked = undefined
      this.#ended.resolve()
    }
    this.#process.once('error', finish).once('close', () => finish())
    this.#answers.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#process.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.#errors = (this.#errors + chunk).slice(0, 2000)))
    // Writing to a process that just died: its end says all there is to say.
    this.#process.stdin?.on('error', () => undefined)
    this.#keepService(false)
  }

  get alive(): boolean {
    return this.#alive
  }
  get pid(): number | undefined {
    return this.#process.pid
  }

  /**
   * @returns the answer, and whether the process can be asked again, which is known some time later.
   * @throws (in `reply`) the signal's reason, after the process was ended; Error when the process ended without an answer.
   */
  ask(request: SandboxRequest, signal: AbortSignal): { reply: Promise<SandboxReply>; ready: Promise<boolean> } {
    const asked: Asked = { reply: Promise.withResolvers(), ready: Promise.withResolvers(), answered: false }
    if (!this.#alive) {
      asked.reply.reject(new Error('The process of the sandbox warehouse has ended'))
      asked.ready.resolve(false)
      return { reply: asked.reply.promise, ready: asked.ready.promise }
    }
    this.#asked = asked
    this.questions++
    this.#keepService(true)
    const stop = () => {
      asked.reply.reject(signal.reason as Error)
      void this.end()
    }
    signal.addEventListener('abort', stop, { once: true })
    this.#process.stdin?.write(`${JSON.stringify(request)}\n`)
    const reply = asked.reply.promise.finally(() => signal.removeEventListener('abort', stop))
    return { reply, ready: asked.ready.promise }
  }

  /** Ends it at once; resolves when it is gone. */
  async end(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#ended.promise
  }

  #read(chunk: Buffer): void {
    let rest = chunk
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      this.#chunks.push(rest.subarray(0, at))
      const line = Buffer.concat(this.#chunks).toString('utf8')
      rest = rest.subarray(at + 1)
      this.#chunks = []
      this.#size = 0
      this.#take(line)
    }
    if (rest.length === 0) return
    this.#chunks.push(rest)
    this.#size += rest.length
    if (this.#size > largestReply) void this.end()
  }

  #take(line: string): void {
    const asked = this.#asked
    if (!asked) return
    if (asked.answered) {
      this.#asked = undefined
      this.#keepService(false)
      asked.ready.resolve((JSON.parse(line) as SandboxReady).type === 'ready')
    } else {
      asked.answered = true
      asked.reply.resolve(JSON.parse(line) as SandboxReply)
    }
  }

  get #answers(): Readable {
    return this.#process.stdio[3] as Readable
  }

  /** A process that rests never keeps the service alive; without the service its input ends, and so does it. */
  #keepService(keep: boolean): void {
    const handles: (ChildProcess | Writable | Readable | null)[] = [this.#process, this.#process.stdin, this.#process.stderr, this.#answers]
    for (const handle of handles as { ref?(): void; unref?(): void }[]) {
      if (keep) handle?.ref?.()
      else handle?.unref?.()
    }
  }
}
