import { PDFDocument } from '@pdfme/pdf-lib'
import type { PageRange } from '#lib/domain/pdf-change'
import { maxParts, maxPdfBytes, maxPdfPages, type ReplyOf } from '../pdf-messages.ts'
import { openFlat } from './flatten.ts'
import { refuse } from './refused.ts'
import { savePdf } from './save-pdf.ts'

/** In base64. */
const maxPartsBytes = Math.ceil(maxPdfBytes / 3) * 4
const newDocument = async () => await PDFDocument.create({ updateMetadata: false })

/** Puts all pages of all PDFs into one. */
export async function mergeAll(files: Buffer[]): Promise<ReplyOf<'pdfs'>> {
  const merged = await newDocument()
  for (const [index, bytes] of files.entries()) {
    const file = await openFlat(bytes, index)
    for (const page of await merged.copyPages(file, file.getPageIndices())) merged.addPage(page)
    if (merged.getPageCount() > maxPdfPages)
      refuse(`Together these PDFs have more than ${maxPdfPages} pages.`)
  }
  return { type: 'pdfs', pdfs: [await savePdf(merged, files)] }
}

function rangesOf(parts: PageRange[] | { every: number }, count: number): PageRange[] {
  if (Array.isArray(parts)) {
    const beyond = parts.find(({ from, to }) => from < 1 || to < from || to > count)
    if (beyond)
      refuse(
        `There are no pages ${beyond.from} to ${beyond.to}: this PDF has ${count === 1 ? '1 page' : `${count} pages`}.`,
      )
    return parts
  }
  const { every } = parts
  const length = Math.ceil(count / every)
  return Array.from({ length }, (_, index) => ({
    from: index * every + 1,
    to: Math.min(count, (index + 1) * every),
  }))
}

/** Makes a PDF of each range of pages. */
export async function splitInto(
  bytes: Buffer,
  parts: PageRange[] | { every: number },
): Promise<ReplyOf<'pdfs'>> {
  const file = await openFlat(bytes)
  const ranges = rangesOf(parts, file.getPageCount())
  if (ranges.length > maxParts) refuse(`A PDF may be split into at most ${maxParts} parts.`)
  const pdfs: ReplyOf<'pdfs'>['pdfs'] = []
  let left = maxPartsBytes
  for (const { from, to } of ranges) {
    const part = await newDocument()
    const indices = Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index)
    for (const page of await part.copyPages(file, indices)) part.addPage(page)
    const saved = await savePdf(part, [bytes], `${from}-${to}`)
    left -= saved.pdf.length
    if (left < 0) refuse('The parts of this PDF are larger than 50 MB together.')
    pdfs.push(saved)
  }
  return { type: 'pdfs', pdfs }
}
