import type { Actor } from '#lib/auth/actor'
import type { RunEvent, RunPage } from '#lib/contracts/runs/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import { asOperation, type CallInfo } from '../define-operation.ts'
import { frameOf, liveView, type Frames } from '../live-view.ts'
import { getRun } from './get-run.ts'
import { refreshRun } from './refresh-run.ts'

const eventOf = ({ definition: _definition, startData: _startData, ...event }: RunPage): RunEvent =>
  event

/** Turns a run into the frames that a reader of older revisions has not seen. */
function framesSince(revision: number): (run: RunPage) => Frames {
  let seen = revision
  return (run) => {
    const isOver = isTerminalRun(run.status)
    const frames = run.revision > seen ? [frameOf('run', eventOf(run), run.revision)] : []
    seen = Math.max(seen, run.revision)
    if (isOver) frames.push(frameOf('end', { status: run.status }))
    return { frames, isOver }
  }
}

async function stream(
  actor: Actor,
  { id, lastEventId }: { id: string; lastEventId: string | null },
  info: CallInfo = {},
): Promise<ReadableStream<Uint8Array>> {
  const first = await getRun(actor, { id }, info)
  const given = Number.parseInt(lastEventId ?? '', 10)
  const framesOf = framesSince(Number.isSafeInteger(given) ? given : -1)
  let seen = first.revision
  return liveView({
    ids: [id],
    first: framesOf(first),
    signal: info.signal,
    async read() {
      const run = await refreshRun(actor, id, seen)
      if (!run) return undefined
      seen = run.revision
      return framesOf(run)
    },
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
