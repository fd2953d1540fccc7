import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

type Spec = {
  args: string[]
  env?: Record<string, string | undefined>
  /** The program; Node by default. */
  command?: string
  /** What it prints when it is ready; or use `waitForAnswer`. */
  readyText?: string
}

const startWithinMs = 600_000
const stopWithinMs = 20_000

/** A process of the benchmark that runs until `stop`. */
export class Program {
  readonly pid: number
  readonly ready: Promise<void>
  readonly #process: ChildProcess
  /** Its code at the end; null when a signal ended it. */
  readonly ended: Promise<number | null>
  readonly #kill = (): void => void this.#process.kill('SIGKILL')
  #output = ''

  constructor({ command = process.execPath, args, env = process.env, readyText }: Spec) {
    // For every end of the benchmark, including an error during a start.
    process.once('exit', this.#kill)
    this.#process = spawn(command, args, {
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.pid = this.#process.pid ?? 0
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', resolve).once('error', () => resolve(null))
    })
    void this.ended.then(() => process.off('exit', this.#kill))
    this.ready = new Promise((resolve, reject) => {
      if (readyText === undefined) resolve()
      for (const stream of [this.#process.stdout, this.#process.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          this.#output = (this.#output + text).slice(-50_000)
          if (readyText !== undefined && this.#output.includes(readyText)) resolve()
        })
      }
      void this.ended.then(() => reject(this.failure('ended')))
      setTimeout(() => reject(this.failure('was not ready in time')), startWithinMs).unref()
    })
    this.ready.catch(() => undefined)
  }

  /** The error for a failed program, with the end of its output. */
  failure(what: string): Error {
    const program = this.#process.spawnargs.slice(0, 4).join(' ')
    return new Error(`${program} ${what}.\n${this.#output.slice(-5000)}`)
  }

  /** Waits until a GET of `url` is answered with 200. */
  async waitForAnswer(url: string): Promise<void> {
    for (const deadline = Date.now() + startWithinMs; ; await delay(10)) {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null)
        throw this.failure('ended')
      if (Date.now() > deadline) throw this.failure('did not answer in time')
      const answer = await fetch(url).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
    }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    this.#process.kill('SIGTERM')
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), stopWithinMs)
    await this.ended
    clearTimeout(timer)
  }
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
