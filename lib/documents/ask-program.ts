import { ApiError } from '#lib/domain/api-error'
import type { Ask, Content, ProcessKind } from '#lib/process-pool/kind'
import { sharedPool } from '#lib/process-pool/shared-pool'

/** How work on a document ended when the document is the cause. */
export type TooCostly = 'deadline' | 'memory' | 'died'

/** How long a document may wait for others unless it says otherwise, in milliseconds. */
const shortWaitMs = 30_000
const busy =
  'Other documents of your organization are being worked on. Send this one again in a moment.'
const away = 'Documents cannot be worked on at the moment. Send it again in a moment.'
const headers = { 'retry-after': '10' }

/** The content, and why it could not be read; the pool only knows that it ended too early. */
function watched({ size, read }: Content) {
  let broken: { cause: unknown } | undefined
  const content: Content = {
    size,
    async *read() {
      try {
        yield* read()
      } catch (cause) {
        broken = { cause }
        throw cause
      }
    },
  }
  return {
    content,
    throwIfBroken() {
      if (broken) throw broken.cause
    },
  }
}

/**
 * Asks a process that works on documents; waiting for its turn does not count as its time.
 * @throws ApiError `rate_limited` when too many documents of the organization wait, `unavailable`
 *   when there is no process or the service stops; the signal's reason when that ended it; what
 *   reading the content threw
 */
export async function askProgram<Request, Reply>(
  kind: ProcessKind<Reply>,
  { waitMs = shortWaitMs, ...ask }: Ask<Request>,
): Promise<{ type: 'reply'; reply: Reply } | { type: TooCostly }> {
  const stream = ask.content && watched(ask.content)
  const sent = stream ? { content: stream.content } : {}
  const answer = await sharedPool<Request, Reply>(kind).ask({ ...ask, ...sent, waitMs })
  if (answer.type === 'died') stream?.throwIfBroken()
  if (answer.type === 'busy') throw new ApiError('rate_limited', busy, {}, { headers })
  if (answer.type === 'not_started') {
    const cause = new Error(answer.reason)
    throw new ApiError('unavailable', away, {}, { cause, headers })
  }
  if (answer.type === 'aborted') {
    ask.signal?.throwIfAborted()
    throw new ApiError('unavailable', away, {}, { headers })
  }
  return answer.type === 'reply' ? answer : { type: answer.type }
}
