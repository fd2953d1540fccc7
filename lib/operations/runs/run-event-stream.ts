import type { Actor } from '#lib/auth/actor'
import type { RunEvent, RunPage } from '#lib/contracts/runs/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import { watchRuns } from '#lib/engine/watch/watch'
import { log } from '#lib/log'
import { asOperation, type CallInfo } from '../define-operation.ts'
import { getRun } from './get-run.ts'
import { refreshRun } from './refresh-run.ts'

/**
 * At most ten frames a second. A comment prevents proxies from closing a quiet connection. Polling
 * helps when a notification was lost.
 */
const frameEveryMs = 100
const heartbeatEveryMs = 15_000
const pollEveryMs = 5000

const eventOf = ({ definition: _definition, startData: _startData, ...event }: RunPage): RunEvent =>
  event
const frame = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

type Out = ReadableStreamDefaultController<Uint8Array>
/** The reader, the run, and the revision that the reader has. */
type Reader = { actor: Actor; id: string; seen: number }

/** The live view of a run for one reader, until the run ends or the reader disconnects. */
class LiveRun {
  readonly #reader: Reader
  readonly #out: Out
  readonly #text = new TextEncoder()
  readonly #heartbeat: NodeJS.Timeout
  readonly #poll: NodeJS.Timeout
  readonly #unsubscribe: () => void
  #timer: NodeJS.Timeout | undefined
  #isReading = false
  /** The run changed while it was read. */
  #again = false
  #isOpen = true

  constructor(reader: Reader, out: Out) {
    this.#reader = reader
    this.#out = out
    this.#unsubscribe = watchRuns().subscribe(reader.id, () => this.#schedule())
    this.#heartbeat = setInterval(() => this.#send(': still here\n\n'), heartbeatEveryMs)
    this.#poll = setInterval(() => this.#schedule(), pollEveryMs)
    this.#send('retry: 2000\n\n')
  }

  show(run: RunPage): void {
    if (run.revision > this.#reader.seen) {
      this.#reader.seen = run.revision
      this.#send(frame('run', eventOf(run), run.revision))
    }
    if (!isTerminalRun(run.status)) return
    this.#send(frame('end', { status: run.status }))
    this.close()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearTimeout(this.#timer)
    clearInterval(this.#heartbeat)
    clearInterval(this.#poll)
    this.#unsubscribe()
    try {
      this.#out.close()
    } catch {
      // The reader has already disconnected.
    }
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
    const { actor, id, seen } = this.#reader
    try {
      const run = await refreshRun(actor, id, seen)
      if (run && this.#isOpen) this.show(run)
    } catch (error) {
      log.debug({ error, runId: id }, 'a live view ended')
      this.close()
    } finally {
      this.#isReading = false
      if (this.#again && this.#isOpen) this.#schedule()
      this.#again = false
    }
  }
}

async function stream(
  actor: Actor,
  { id, lastEventId }: { id: string; lastEventId: string | null },
  info: CallInfo = {},
): Promise<ReadableStream<Uint8Array>> {
  const first = await getRun(actor, { id }, info)
  const given = Number.parseInt(lastEventId ?? '', 10)
  const seen = Number.isSafeInteger(given) ? given : -1
  let live: LiveRun | undefined
  return new ReadableStream<Uint8Array>({
    start(out) {
      const started = new LiveRun({ actor, id, seen }, out)
      live = started
      info.signal?.addEventListener('abort', () => started.close(), { once: true })
      started.show(first)
    },
    cancel: () => live?.close(),
  })
}

/**
 * Streams a run as server-sent events: each change as a frame `run` whose id is the run's revision,
 * then `end`. Revisions up to `lastEventId` are not sent again. Every frame checks again that the
 * reader may see the run. Throws 404 before the stream begins.
 */
export const runEventStream = asOperation(
  { name: 'runEventStream', permission: getRun.permission },
  stream,
)
