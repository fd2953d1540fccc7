import type { Actor } from '#lib/auth/actor'
import type { RunEvent, RunPage } from '#lib/contracts/runs/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import { watchRuns } from '#lib/engine/watch/watch'
import { log } from '#lib/log'
import { asOperation, type CallInfo } from '../define-operation.ts'
import { getRun } from './get-run.ts'
import { refreshRun } from './refresh-run.ts'

/**
 * At most ten frames a second; a comment keeps proxies from closing a quiet connection; a look of
 * our own in case a notification was lost.
 */
const frameEveryMs = 100
const heartbeatEveryMs = 15_000
const pollEveryMs = 5000

const eventOf = ({ definition: _definition, startData: _startData, ...event }: RunPage): RunEvent =>
  event
const frame = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

async function stream(
  actor: Actor,
  { id, lastEventId }: { id: string; lastEventId: string | null },
  info: CallInfo = {},
): Promise<ReadableStream<Uint8Array>> {
  const first = await getRun(actor, { id }, info)
  let seen = Number.parseInt(lastEventId ?? '', 10)
  if (!Number.isSafeInteger(seen)) seen = -1
  const text = new TextEncoder()
  let close = (): void => undefined

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (chunk: string) => controller.enqueue(text.encode(chunk))
      let timer: NodeJS.Timeout | undefined
      let looking = false
      let again = false
      let open = true

      const finish = () => {
        if (!open) return
        open = false
        clearTimeout(timer)
        clearInterval(heartbeat)
        clearInterval(look)
        unsubscribe()
        try {
          controller.close()
        } catch {
          // the reader was first
        }
      }
      const show = (run: RunPage) => {
        if (run.revision > seen) {
          seen = run.revision
          send(frame('run', eventOf(run), run.revision))
        }
        if (!isTerminalRun(run.status)) return
        send(frame('end', { status: run.status }))
        finish()
      }
      const update = async () => {
        if (looking) return void (again = true)
        looking = true
        try {
          const run = await refreshRun(actor, id, seen)
          if (run && open) show(run)
        } catch (error) {
          log.debug({ error, runId: id }, 'a live view ended')
          finish()
        } finally {
          looking = false
          if (again && open) schedule()
          again = false
        }
      }
      function schedule() {
        timer ??= setTimeout(() => {
          timer = undefined
          void update()
        }, frameEveryMs)
      }

      const unsubscribe = watchRuns().subscribe(id, schedule)
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatEveryMs)
      const look = setInterval(schedule, pollEveryMs)
      close = finish
      info.signal?.addEventListener('abort', finish, { once: true })
      send('retry: 2000\n\n')
      show(first)
    },
    cancel: () => close(),
  })
}

/**
 * A run as server-sent events: each change as a frame `run` whose id is the run's revision, then
 * `end`. What the reader has seen (`lastEventId`) is not sent again. Whether the reader may still
 * see the run is asked anew for every frame. Throws 404 before the stream begins.
 */
export const runEventStream = asOperation(
  { name: 'runEventStream', permission: getRun.permission },
  stream,
)
