import { serve } from '#lib/process-pool/serve'
import type { ReaderReply, ReaderRequest } from '../reader-messages.ts'
import { takeApartPdf } from './take-apart-pdf.ts'
import { textOf } from './text-of.ts'

/** The program of a process that reads one document of a stranger and then ends. */
await serve<ReaderRequest>(async (request, { bytes }) => {
  const reply: ReaderReply =
    request.do === 'text'
      ? { did: 'text', found: await textOf(request.format, bytes) }
      : { did: 'inspect pdf', found: await takeApartPdf(bytes) }
  return { reply }
})
