import type { Content, ProcessKind } from '#lib/process-pool/kind'
import { askProgram, type TooCostly } from './ask-program.ts'
import { readerReplySchema, type ReaderReply, type ReaderRequest } from './reader-messages.ts'

/**
 * Reads untrusted documents in processes. A PDF may unpack to any size and its page tree may be
 * cyclic: only the end of the process surely stops that. Each document gets a fresh process.
 */
const documentKind: ProcessKind<ReaderReply> = {
  name: 'documents',
  program: 'lib/documents/reader/main.ts',
  readable: ['lib/documents', 'node_modules'],
  nobody: true,
  heapMegabytes: 256,
  reply: readerReplySchema,
  // Every character of the text may be escaped.
  replyBytes: 16 * 1024 * 1024,
  // Unpacked streams are outside of V8's heap.
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

/**
 * Reads, recognizes and draws pages in processes of their own, so that an upload never waits for
 * the recognition of a scan.
 */
const pagesKind: ProcessKind<ReaderReply> = {
  ...documentKind,
  name: 'document pages',
  // The picture of a page is part of an answer.
  replyBytes: 64 * 1024 * 1024,
  spare: false,
  // A loop over a mailbox reads many at once; each waits for its turn.
  perOrganization: { waiting: 500 },
}

/** Its step has a time limit of its own. */
const backgroundWaitMs = 4 * 60 * 60_000

export type ReadOptions = {
  organizationId: string
  /** The time of the work itself, without waiting for others. */
  timeoutMs?: number
  /** Somebody waits at a page for the answer, or a workflow does, which has time. */
  wait?: 'short' | 'long'
  /** Stops the work; then its reason is thrown. */
  signal?: AbortSignal
}

/**
 * Reads a document in a separate process, with `timeoutMs` and 600 MB; waiting does not count.
 * @throws ApiError `rate_limited` when too many documents of the organization wait, `unavailable`
 *   when there is no process or the service stops
 */
export async function readDocument(
  request: ReaderRequest,
  document: Uint8Array | Content,
  { organizationId, timeoutMs = 30_000, wait = 'short', signal }: ReadOptions,
): Promise<ReaderReply | { did: 'nothing'; why: TooCostly }> {
  const isOfPages = request.do !== 'text' && request.do !== 'inspect pdf'
  const answer = await askProgram<ReaderRequest, ReaderReply>(
    isOfPages ? pagesKind : documentKind,
    {
      request,
      ...(document instanceof Uint8Array ? { bytes: document } : { content: document }),
      organizationId,
      timeoutMs,
      ...(wait === 'long' ? { waitMs: backgroundWaitMs } : {}),
      ...(signal ? { signal } : {}),
    },
  )
  return answer.type === 'reply' ? answer.reply : { did: 'nothing', why: answer.type }
}
