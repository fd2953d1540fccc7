import type { ProcessKind } from '#lib/process-pool/kind'
import { askProgram, type TooCostly } from '../ask-program.ts'
import {
  maxPdfBytes,
  pdfReplySchema,
  type PdfReply,
  type PdfRequest,
  type ReplyOf,
} from './pdf-messages.ts'

/** Works on PDFs of strangers; each request gets a fresh process. */
const pdfKind: ProcessKind<PdfReply> = {
  name: 'changing PDFs',
  program: 'lib/documents/pdf/program/main.ts',
  readable: ['lib/documents', 'node_modules'],
  nobody: true,
  heapMegabytes: 512,
  reply: pdfReplySchema,
  replyBytes: Math.ceil(maxPdfBytes / 3) * 4 + 1024 * 1024,
  // Besides the heap, the rendering engine has memory of its own.
  residentBytes: 1024 * 1024 * 1024,
  restingBytes: 1024 * 1024 * 1024,
  reuse: 'none',
  callsPerProcess: 1,
  idleMs: 60_000,
  spare: true,
  places: 2,
  // Most PDFs take longer than other work.
  longAfterMs: 5_000,
  perOrganization: { waiting: 20 },
}

export type PdfOptions = {
  organizationId: string
  /** Milliseconds of CPU. */
  timeoutMs?: number
  signal?: AbortSignal
}
/** Why there is no result: a sentence for the person who gave the PDF. */
export type Refusal = { type: 'refused'; message: string; file?: number | undefined }

const refused = (message: string): Refusal => ({ type: 'refused', message })
const smaller = 'Split it, or save it again as a plain PDF.'
const tooCostly: Record<TooCostly, string> = {
  deadline: `This PDF takes too much time to work on. ${smaller}`,
  memory: `This PDF takes too much memory to work on. ${smaller}`,
  died: `This PDF cannot be worked on; it may be damaged. ${smaller}`,
}

type WithoutSizes<Request> = Request extends unknown ? Omit<Request, 'sizes'> : never

/**
 * Asks a process for a reply of this type about these PDFs.
 * @throws ApiError `rate_limited` and `unavailable` as `askProgram`; the signal's reason
 */
export async function askPdf<Type extends PdfReply['type']>(
  expected: Type,
  request: WithoutSizes<PdfRequest>,
  pdfs: Uint8Array[],
  { organizationId, timeoutMs = 60_000, signal }: PdfOptions,
): Promise<ReplyOf<Type> | Refusal> {
  const sizes = pdfs.map(({ byteLength }) => byteLength)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total > maxPdfBytes)
    return refused(
      `PDFs may have at most ${maxPdfBytes / 1024 / 1024} MB together; ` +
        `these have ${Math.ceil(total / 1024 / 1024)} MB.`,
    )
  const answer = await askProgram<PdfRequest, PdfReply>(pdfKind, {
    request: { ...request, sizes } as PdfRequest,
    bytes: pdfs.length === 1 && pdfs[0] ? pdfs[0] : Buffer.concat(pdfs),
    organizationId,
    timeoutMs,
    ...(signal ? { signal } : {}),
  })
  if (answer.type !== 'reply') return refused(tooCostly[answer.type])
  const { reply } = answer
  if (reply.type === 'refused') return reply
  return reply.type === expected ? (reply as ReplyOf<Type>) : refused(tooCostly.died)
}
