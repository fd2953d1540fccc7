import type { About, Answers, TypeAnswer, TypeQuestion } from './protocol.ts'

/** A check that takes longer is ended with its worker. */
const answerMs = 5000
/** The first answer comes when the worker, one megabyte, has been loaded. */
const startMs = 60_000
/** Between the moment when the last field is left and the end of the worker. */
const restMs = 60_000

/** The types of this code take too long; the same is not asked again. */
export class TypesTooLong extends Error {}

type Waiting = { subject: string; resolve(answer: unknown): void; reject(error: Error): void }

/** The worker that checks types: one for all fields of a page, while one of them has the focus. */
export class TypeClient {
  readonly #start: () => Worker
  #worker: Worker | undefined
  #hasAnswered = false
  #waiting = new Map<number, Waiting>()
  #lastId = 0
  #fields = 0
  #end: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failed: string | undefined

  constructor(start: () => Worker) {
    this.#start = start
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Whether nothing is known of the types yet, because the worker is being loaded. */
  get isStarting(): boolean {
    return this.isRunning && !this.#hasAnswered
  }

  /** A field of code got the focus. */
  enter(): void {
    this.#fields += 1
    clearTimeout(this.#end)
    this.#running()
  }

  /** The field lost it. */
  leave(): void {
    this.#fields = Math.max(this.#fields - 1, 0)
    this.#endLater()
  }

  /** Rejects when there is no answer: the worker cannot be loaded, or it takes too long. */
  async ask<What extends keyof Answers>(what: What, about: About): Promise<Answers[What]> {
    const subject = JSON.stringify([about.code, about.scope])
    if (subject === this.#failed) throw new TypesTooLong()
    const id = ++this.#lastId
    const question: TypeQuestion = { ...about, id, what }
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { subject, resolve, reject })
    })
    this.#running().postMessage(question)
    this.#watch()
    this.#endLater()
    return (await answer) as Answers[What]
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = this.#start()
    worker.addEventListener('message', ({ data }: MessageEvent<TypeAnswer>) => {
      this.#hasAnswered = true
      this.#waiting.get(data.id)?.resolve(data.answer)
      this.#waiting.delete(data.id)
      clearTimeout(this.#timer)
      this.#timer = undefined
      if (this.#waiting.size > 0) this.#watch()
    })
    worker.addEventListener('error', () => this.#fail(new Error('The types cannot be checked.')))
    this.#worker = worker
    return worker
  }

  /** Answers come one after the other, so one clock is for the oldest question. */
  #watch(): void {
    const limit = this.#hasAnswered ? answerMs : startMs
    this.#timer ??= setTimeout(() => this.#fail(new TypesTooLong()), limit)
  }

  /** The worker did not survive the oldest question, so the same code is not asked about again. */
  #fail(error: Error): void {
    const [oldest] = this.#waiting.values()
    this.#failed = oldest?.subject
    this.#stop(error)
  }

  #endLater(): void {
    clearTimeout(this.#end)
    if (this.#fields > 0) return
    this.#end = setTimeout(() => this.#stop(new Error('The field was left.')), restMs)
  }

  #stop(error: Error): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#hasAnswered = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}

export const typeClient = new TypeClient(
  () => new Worker(new URL('./type-worker.ts', import.meta.url), { type: 'module' }),
)
