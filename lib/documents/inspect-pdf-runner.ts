import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { PDFArray, PDFDocument, PDFStream, type PDFPage } from '@pdfme/pdf-lib'

/*
 * The program of the process that takes one PDF apart and then ends. A process, because a PDF may unpack to any size and its page tree may be a circle:
 * only the end of the process surely ends that. What it may read and how long it may take, inspect-pdf.ts decides.
 */

/** A page as it is seen, turned by its rotation; width and height in points (1/72 inch). */
export type PdfPageShape = { width: number; height: number; blank: boolean }
export type PdfInspection = { type: 'pages'; count: number; pages: PdfPageShape[] } | { type: 'encrypted' } | { type: 'unreadable' }

const mostResidentBytes = 600 * 1024 * 1024
/** The shapes of more pages are not told, only their number. */
const mostPages = 1000

/** A thread of its own, because parsing never pauses. Unpacked streams lie outside of the heap that Node can limit. */
const watch = `setInterval(() => { if (process.memoryUsage.rss() > ${mostResidentBytes}) process.kill(process.pid, 'SIGKILL') }, 20)`
new Worker(watch, { eval: true }).unref()

/** True when the page draws nothing: no contents, or none but white space. Annotations count as something. */
function isBlank(page: PDFPage): boolean {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((each) => page.doc.context.lookup(each)) : [contents]
  const drawn = streams.some((stream) => stream instanceof PDFStream && stream.getContentsSize() > 0 && !/^\s*$/.test(Buffer.from(stream.getContents()).toString('latin1')))
  return !drawn && (page.node.Annots()?.size() ?? 0) === 0
}

function shapeOf(page: PDFPage): PdfPageShape {
  const { width, height } = page.getMediaBox()
  const turned = Math.abs(page.getRotation().angle / 90) % 2 === 1
  return { width: turned ? height : width, height: turned ? width : height, blank: isBlank(page) }
}

async function inspect(bytes: Buffer): Promise<PdfInspection> {
  // The header may follow some bytes of another kind (ISO 32000-1, annex H.3.4); the end may be followed by some.
  const whole = bytes.subarray(0, 1024).includes('%PDF-') && bytes.subarray(-2048).includes('%%EOF')
  try {
    if (!whole) return { type: 'unreadable' }
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false, throwOnInvalidObject: true })
    if (document.isEncrypted) return { type: 'encrypted' }
    const pages = document.getPages()
    return { type: 'pages', count: pages.length, pages: pages.slice(0, mostPages).map(shapeOf) }
  } catch {
    return { type: /\/Encrypt\s/.test(bytes.subarray(-4096).toString('latin1')) ? 'encrypted' : 'unreadable' }
  }
}

process.stdout.write(JSON.stringify(await inspect(await buffer(process.stdin))), () => process.exit(0))
