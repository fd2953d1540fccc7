import { serve } from '#lib/process-pool/serve'
import type { PdfReply, PdfRequest } from '../pdf-messages.ts'
import { mergeAll, splitInto } from './arrange.ts'
import { fillForm, textsToDraw } from './fill-form.ts'
import { openFlat } from './flatten.ts'
import { fieldsOf, openForm } from './form-fields.ts'
import { openPdf } from './open-pdf.ts'
import { picturesOf } from './pictures.ts'
import { Refused } from './refused.ts'
import { Refused as Unreadable } from '../../reader/refused.ts'
import { savePdf } from './save-pdf.ts'
import { sizesOf, stampOn } from './stamp.ts'

function filesOf(bytes: Buffer, sizes: number[]): Buffer[] {
  let at = 0
  return sizes.map((size) => {
    at += size
    return bytes.subarray(at - size, at)
  })
}

async function reply(request: PdfRequest, files: Buffer[]): Promise<PdfReply> {
  const [first = Buffer.alloc(0)] = files
  switch (request.do) {
    case 'pictures':
      return picturesOf(await openPdf(first), request)
    case 'fields':
      return { type: 'fields', fields: fieldsOf(await openForm(first)) }
    case 'texts':
      return await textsToDraw(first, request.values)
    case 'fill':
      return await fillForm(files, request)
    case 'merge':
      return await mergeAll(files)
    case 'split':
      return await splitInto(first, request.parts)
    case 'flatten':
      return { type: 'pdfs', pdfs: [await savePdf(await openFlat(first), [first], 'flat')] }
    case 'pages':
      return await sizesOf(first)
    case 'stamp':
      return await stampOn(files, request.placements)
  }
}

/** The program of a process that works on PDFs of one request and then ends. */
await serve<PdfRequest>(async (request, { bytes }) => {
  try {
    return { reply: await reply(request, filesOf(bytes, request.sizes)) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { message } = error
    const file = error instanceof Refused ? error.file : undefined
    return { reply: { type: 'refused', message, ...(file === undefined ? {} : { file }) } }
  }
})
