import { ApiError } from '#lib/domain/api-error'
import type { Content, ProcessKind } from '#lib/process-pool/kind'
import { sharedPool } from '#lib/process-pool/shared-pool'
import type { FoundTable } from '#lib/domain/tables/found'
import { tableReplySchema, type TableReply, type TableRequest } from './messages.ts'

const megabyte = 1024 * 1024

/**
 * Reads strangers' tables in processes. The file is whole in the memory of its process, outside of
 * V8's heap: an Excel file is read from its end. Rows come out as they are read.
 */
const tableKind: ProcessKind<TableReply> = {
  name: 'tables',
  program: 'lib/documents/tables/reader/main.ts',
  readable: ['lib/documents', 'lib/domain', 'node_modules'],
  nobody: true,
  heapMegabytes: 640,
  reply: tableReplySchema,
  replyBytes: 40 * megabyte,
  residentBytes: 1_100 * megabyte,
  restingBytes: 1_100 * megabyte,
  reuse: 'none',
  callsPerProcess: 1,
  idleMs: 60_000,
  places: 2,
  // Most tables take longer than other work.
  longAfterMs: 2_000,
  perOrganization: { waiting: 50 },
}

/** Of CPU. A million rows take a tenth of it. */
const timeoutMs = 300_000
const waitMs = 600_000

const headers = { 'retry-after': '10' }
const busy = 'Other tables of your organization are being read. Try again in a moment.'
const away = 'Tables cannot be read at the moment. Try again in a moment.'

const refuse = (message: string): never => {
  throw ApiError.invalid([{ path: 'file', message }])
}

/** Ends that the file is the cause of. */
const tooCostly: Record<'deadline' | 'memory' | 'died', string> = {
  deadline: 'This file takes too much time to read. Split it, or save it as CSV.',
  memory: 'This file takes too much memory to read. Split it, or save it as CSV.',
  died: 'This file cannot be read; it may be damaged. Save it again, or save it as CSV.',
}

export type ReadTable = {
  request: TableRequest
  content: Content
  organizationId: string
  signal?: AbortSignal | undefined
  /** Takes the parts of the stored table; called again where the file is read again. */
  receive?: (() => (part: Buffer) => Promise<void>) | undefined
}

/**
 * Reads one table of a CSV or Excel file in a separate process.
 * @throws ApiError 400 whose message says what is wrong with the file and what to do;
 *   `rate_limited` and `unavailable` when it could not be read now
 */
export async function readTable(read: ReadTable): Promise<FoundTable> {
  const { request, content, organizationId, signal, receive } = read
  // The pool only knows that the file could not be sent or its rows not stored, and not why.
  let broken: { cause: unknown } | undefined
  const noted = (cause: unknown): unknown => {
    broken = { cause }
    return cause
  }
  const answer = await sharedPool<TableRequest, TableReply>(tableKind).ask({
    request,
    content: {
      size: content.size,
      async *read() {
        try {
          yield* content.read()
        } catch (error) {
          throw noted(error)
        }
      },
    },
    organizationId,
    timeoutMs,
    waitMs,
    ...(signal ? { signal } : {}),
    ...(receive
      ? {
          receive: () => {
            const take = receive()
            return (part: Buffer) =>
              take(part).catch((error: unknown) => {
                throw noted(error)
              })
          },
        }
      : {}),
  })
  signal?.throwIfAborted()
  if (broken) throw broken.cause
  if (answer.type === 'busy') throw new ApiError('rate_limited', busy, {}, { headers })
  if (answer.type === 'not_started') {
    const cause = new Error(answer.reason)
    throw new ApiError('unavailable', away, {}, { cause, headers })
  }
  if (answer.type === 'aborted') throw new ApiError('unavailable', away, {}, { headers })
  if (answer.type !== 'reply') return refuse(tooCostly[answer.type])
  const { reply } = answer
  return reply.did === 'read' ? reply.found : refuse(reply.message)
}
