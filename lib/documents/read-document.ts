import { ApiError } from '#lib/domain/api-error'
import type { ProcessKind } from '#lib/process-pool/kind'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { readerReplySchema, type ReaderReply, type ReaderRequest } from './reader-messages.ts'

/**
 * Documents of strangers. A process, because a PDF may unpack to any size and its page tree may be
 * a circle: only the end of the process surely ends that. Each gets one that has read no other.
 */
const documentKind: ProcessKind<ReaderReply> = {
  name: 'documents',
  program: 'lib/documents/reader/main.ts',
  readable: ['lib/documents', 'node_modules'],
  nobody: true,
  heapMegabytes: 256,
  reply: readerReplySchema,
  // Text whose every character is escaped.
  replyBytes: 16 * 1024 * 1024,
  // What streams unpack to lies outside of V8's heap.
  residentBytes: 600 * 1024 * 1024,
  restingBytes: 600 * 1024 * 1024,
  reuse: 'none',
  callsPerProcess: 1,
  idleMs: 60_000,
  spare: true,
  places: 2,
  // Most documents take longer than other work.
  longAfterMs: 2_000,
  perOrganization: { waiting: 20 },
}

/** A document that waits longer than this for others is refused, in milliseconds. */
const waitMs = 30_000

/** How the reading of a document ended that is the document's fault. */
export type TooCostly = 'deadline' | 'memory' | 'died'

export type ReadOptions = { organizationId: string; timeoutMs?: number }

const busy = 'Other documents of your organization are being read. Send it again in a moment.'
const away = 'Documents cannot be read at the moment. Send it again in a moment.'
const headers = { 'retry-after': '10' }

/**
 * Reads a document in a process of its own, with `timeoutMs` and 600 MB; waiting does not count.
 * @throws ApiError `rate_limited` when too many documents of the organization wait, `unavailable`
 *   when there is no process or the service stops
 */
export async function readDocument(
  request: ReaderRequest,
  bytes: Uint8Array,
  { organizationId, timeoutMs = 30_000 }: ReadOptions,
): Promise<ReaderReply | { did: 'nothing'; why: TooCostly }> {
  const pool = sharedPool<ReaderRequest, ReaderReply>(documentKind)
  const answer = await pool.ask({ request, bytes, organizationId, timeoutMs, waitMs })
  if (answer.type === 'reply') return answer.reply
  if (answer.type === 'busy') throw new ApiError('rate_limited', busy, {}, { headers })
  if (answer.type === 'not_started') {
    const cause = new Error(answer.reason)
    throw new ApiError('unavailable', away, {}, { cause, headers })
  }
  if (answer.type === 'aborted') throw new ApiError('unavailable', away, {}, { headers })
  return { did: 'nothing', why: answer.type }
}
