import { serve } from '#lib/process-pool/serve'
import type { ReaderReply, ReaderRequest } from '../reader-messages.ts'
import { drawPage, readPages, recognizePages } from './pages.ts'
import { parsePdf } from './parse-pdf.ts'
import { textOf } from './text-of.ts'

async function replyTo(request: ReaderRequest, bytes: Buffer): Promise<ReaderReply> {
  switch (request.do) {
    case 'text':
      return { did: 'text', found: await textOf(request.format, bytes) }
    case 'inspect pdf':
      return { did: 'inspect pdf', found: await parsePdf(bytes) }
    case 'pages':
      return { did: 'pages', found: await readPages(request, bytes) }
    case 'recognize':
      return { did: 'pages', found: await recognizePages(request, bytes) }
    case 'draw':
      return { did: 'draw', found: await drawPage(request, bytes) }
  }
}

/** The program of a process that reads one untrusted document and then ends. */
await serve<ReaderRequest>(async (request, { bytes }) => ({
  reply: await replyTo(request, bytes),
}))
