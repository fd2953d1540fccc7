import { serve } from '#lib/process-pool/serve'
import type { ReaderReply, ReaderRequest } from '../reader-messages.ts'
import { parsePdf } from './parse-pdf.ts'
import { textOf } from './text-of.ts'

/** The program of a process that reads one untrusted document and then ends. */
await serve<ReaderRequest>(async (request, { bytes }) => {
  const reply: ReaderReply =
    request.do === 'text'
      ? { did: 'text', found: await textOf(request.format, bytes) }
      : { did: 'inspect pdf', found: await parsePdf(bytes) }
  return { reply }
})
