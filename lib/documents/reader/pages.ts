import { maxCharacters, type FoundPages, type PagesRequest } from '../reader-messages.ts'
import type { ReadPage, RecognizeRequest, DrawRequest, Drawn } from '../reader-messages.ts'
import { readPdfPages } from './pdf-pages.ts'
import { openPdf } from './pdfium.ts'
import { picturePages, type PicturePage } from './pictures.ts'
import { drawPdfPage, greyMapOf, pngOf } from './raster.ts'
import { Recognizer } from './recognize.ts'
import { Refused, refuse, sentences } from './refused.ts'
import { sectionPage, sectionsOf } from './sections.ts'
import { textOf } from './text-of.ts'

type Format = PagesRequest['format']

/** The recommendation for Tesseract is 300; 200 finds the same words in half the time. */
const recognitionDpi = 200
const endOfZip = Buffer.from('PK\x05\x06', 'latin1')
const endOfZipBytes = 22

/** Whether a ZIP archive ends exactly where the file ends. */
function endsAsZip(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(endOfZip)
  if (at < 0 || at + endOfZipBytes > bytes.length) return false
  return at + endOfZipBytes + bytes.readUInt16LE(at + 20) === bytes.length
}

/** Refuses files that other programs would read as another document. */
function requireOneKind(format: Format, bytes: Buffer): void {
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  if (format !== 'pdf' && isPdf) refuse(sentences.twoKinds)
  const isZip = endsAsZip(bytes)
  // An archive is read from its end; what stands behind it is a file of its own.
  if (format === 'docx' ? !isZip && bytes.includes(endOfZip) : isZip) refuse(sentences.twoKinds)
}

/** Decodes by the byte order mark, else as UTF-8, else as Windows-1252, which knows every byte. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Programs and pictures have them, texts have none.
  if (bytes.includes(0)) refuse(sentences.noText)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function sections(format: 'docx' | 'html' | 'text', bytes: Buffer): Promise<string[]> {
  if (format === 'text') return sectionsOf(decoded(bytes).replaceAll('\r\n', '\n'))
  const found = await textOf(format, bytes)
  return sectionsOf(found.type === 'text' ? found.text : refuse(found.message))
}

const unread = ({ width, height, scale }: PicturePage, page: number): ReadPage => ({
  page,
  width: width / scale,
  height: height / scale,
  text: '',
  words: [],
  how: 'ocr',
  confidence: 0,
  scan: true,
})

async function pagesOf({ format, from, count }: PagesRequest, bytes: Buffer) {
  if (format === 'pdf') {
    const pdf = await openPdf(bytes)
    return { total: pdf.count, pages: readPdfPages(pdf, from, count) }
  }
  const all =
    format === 'picture'
      ? picturePages(bytes).map((page, index) => unread(page, index + 1))
      : (await sections(format, bytes)).map((section, index) => sectionPage(section, index + 1))
  if (all.length === 0) refuse('There is no text in this document.')
  return { total: all.length, pages: all.slice(from - 1, from - 1 + count) }
}

/** Refuses more text than anybody reads, which would also not fit into an answer. */
function bounded<Found extends { pages: ReadPage[] }>(found: Found): Found {
  const characters = found.pages.reduce((sum, { text }) => sum + text.length, 0)
  if (characters > maxCharacters)
    refuse('This document has more than 2 million characters of text.')
  return found
}

const answered = async <Found extends object>(work: () => Promise<Found>) => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return { type: 'refused' as const, message: error.message }
    throw error
  }
}

/** Reads the text of some pages, with a box for each word where the document has boxes. */
export async function readPages(request: PagesRequest, bytes: Buffer): Promise<FoundPages> {
  return await answered(async () => {
    requireOneKind(request.format, bytes)
    return { type: 'pages' as const, ...bounded(await pagesOf(request, bytes)) }
  })
}

const missing = (page: number) => refuse(`This document has no page ${page}.`)

/** The picture of each page, one after the other, with the pixels of a point. */
async function opened(
  format: 'pdf' | 'picture',
  bytes: Buffer,
): Promise<{
  total: number
  image(page: number): { image: Buffer; scale: number; width: number; height: number }
}> {
  if (format === 'picture') {
    const all = picturePages(bytes)
    return {
      total: all.length,
      image(page) {
        const found = all[page - 1] ?? missing(page)
        return { ...found, image: found.content() }
      },
    }
  }
  const pdf = await openPdf(bytes)
  return {
    total: pdf.count,
    image(page) {
      if (page > pdf.count) return missing(page)
      const drawn = drawPdfPage(pdf, page, { dpi: recognitionDpi, channels: 1 })
      return { ...drawn, image: greyMapOf(drawn) }
    },
  }
}

/** Recognizes the text of some pages, which are pictures. */
export async function recognizePages(
  { format, pages, languages }: RecognizeRequest,
  bytes: Buffer,
): Promise<FoundPages> {
  return await answered(async () => {
    requireOneKind(format, bytes)
    const document = await opened(format, bytes)
    const recognizer = await Recognizer.start(languages)
    const read: ReadPage[] = []
    for (const page of pages) {
      const { image, scale, width, height } = document.image(page)
      const { text, confidence } = await recognizer.read(image, scale)
      const size = { width: width / scale, height: height / scale }
      read.push(text.page({ page, ...size, how: 'ocr', confidence, scan: false }))
    }
    return { type: 'pages' as const, total: document.total, pages: read }
  })
}

/** Draws a page as a picture that every browser shows. */
export async function drawPage({ format, page, dpi }: DrawRequest, bytes: Buffer): Promise<Drawn> {
  return await answered(async () => {
    requireOneKind(format, bytes)
    const picture = (mimeType: 'image/png' | 'image/jpeg', content: Buffer) => ({
      type: 'picture' as const,
      mimeType,
      content: content.toString('base64'),
    })
    if (format === 'pdf') {
      const pdf = await openPdf(bytes)
      if (page > pdf.count) missing(page)
      return picture('image/png', pngOf(drawPdfPage(pdf, page, { dpi, channels: 4 })))
    }
    const { mimeType, content } = picturePages(bytes)[page - 1] ?? missing(page)
    if (mimeType !== 'image/tiff') return picture(mimeType, content())
    const recognizer = await Recognizer.start(['eng'])
    return picture('image/png', await recognizer.png(content()))
  })
}
