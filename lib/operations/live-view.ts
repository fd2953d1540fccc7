import { watchRuns } from '#lib/engine/watch/watch'
import { log } from '#lib/log'

/**
 * At most ten frames a second. A comment prevents proxies from closing a quiet connection. Polling
 * helps when a notification was lost.
 */
const frameEveryMs = 100
const heartbeatEveryMs = 15_000
const pollEveryMs = 5000

/** What is sent to a reader: frames of `frameOf`, and whether they were the last ones. */
export type Frames = { frames: string[]; isOver: boolean }

type Watched = {
  /** What is watched, by the ids that the engine and operations notify. */
  ids: string[]
  /** What the reader does not have yet; undefined: nothing. Throws when they may not see it. */
  read(): Promise<Frames | undefined>
  first: Frames
  signal: AbortSignal | undefined
}

/** One server-sent event. */
export const frameOf = (event: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

type Out = ReadableStreamDefaultController<Uint8Array>

/** A live view for one reader, until what they look at is over or they disconnect. */
class LiveView {
  readonly #watched: Watched
  readonly #out: Out
  readonly #text = new TextEncoder()
  readonly #heartbeat: NodeJS.Timeout
  readonly #poll: NodeJS.Timeout
  readonly #unsubscribe: (() => void)[]
  #timer: NodeJS.Timeout | undefined
  #isReading = false
  /** It changed while it was read. */
  #again = false
  #isOpen = true

  constructor(watched: Watched, out: Out) {
    this.#watched = watched
    this.#out = out
    this.#unsubscribe = watched.ids.map((id) => watchRuns().subscribe(id, () => this.#schedule()))
    this.#heartbeat = setInterval(() => this.#send(': still here\n\n'), heartbeatEveryMs)
    this.#poll = setInterval(() => this.#schedule(), pollEveryMs)
    this.#send('retry: 2000\n\n')
    this.#show(watched.first)
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearTimeout(this.#timer)
    clearInterval(this.#heartbeat)
    clearInterval(this.#poll)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    try {
      this.#out.close()
    } catch {
      // The reader has already disconnected.
    }
  }

  #show({ frames, isOver }: Frames): void {
    for (const frame of frames) this.#send(frame)
    if (isOver) this.close()
  }

  #send(chunk: string): void {
    this.#out.enqueue(this.#text.encode(chunk))
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#update()
    }, frameEveryMs)
  }

  async #update(): Promise<void> {
    if (this.#isReading) {
      this.#again = true
      return
    }
    this.#isReading = true
    try {
      const news = await this.#watched.read()
      if (news && this.#isOpen) this.#show(news)
    } catch (error) {
      log.debug({ error, watched: this.#watched.ids }, 'a live view ended')
      this.close()
    } finally {
      this.#isReading = false
      if (this.#again && this.#isOpen) this.#schedule()
      this.#again = false
    }
  }
}

/** Streams what is read at each change, as server-sent events. */
export function liveView(watched: Watched): ReadableStream<Uint8Array> {
  let live: LiveView | undefined
  return new ReadableStream<Uint8Array>({
    start(out) {
      const started = new LiveView(watched, out)
      live = started
      watched.signal?.addEventListener('abort', () => started.close(), { once: true })
    },
    cancel: () => live?.close(),
  })
}
