import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import type { DocumentPage, PageWord } from '#lib/domain/document/page'
import type { TooCostly } from '../ask-program.ts'
import type { Content } from '#lib/process-pool/kind'
import { readDocument, type ReadOptions } from '../read-document.ts'
import type { ReaderRequest, ReadPage } from '../reader-messages.ts'
import { isDrawn, pageFormatOf, whyNoFormat } from './page-format.ts'
import { tablePages } from './table-pages.ts'
import { unreadable } from './unreadable.ts'

/** A file whose pages are read; its bytes are never whole in memory of the service. */
export type PageSource = { fileId: string; fileName: string; mimeType: string; content: Content }

/** Bounds of what is read; tests make them small. `parts` are those of a table. */
export type PageLimits = { bytes: number; pages: number; scans: number; parts: number }
export const pageLimits: PageLimits = {
  bytes: 100 * 1024 * 1024,
  pages: 1000,
  scans: 200,
  parts: 5000,
}

export type PageOptions = {
  organizationId: string
  /** Recognizes pages that are pictures; without it they have the text that stands on them. */
  ocr: boolean
  languages: OcrLanguage[]
  wait?: ReadOptions['wait']
  signal?: AbortSignal
  /** Pages that were read earlier and need not be recognized again. */
  known?: ReadonlySet<number>
  limits?: PageLimits
}

/** Some pages that were just read, of `total` pages of the document. */
export type PageBatch = { total: number; pages: DocumentPage[] }

/** Pages of one request: the reader's answer has a bound, and its time is of all of them. */
const pagesPerRequest = 50
/** What a killed process loses at most, and the grain of progress. */
const scansPerRequest = 4
const scanMs = 60_000
const boxNumbers = 6

const tooCostly: Record<TooCostly, string> = {
  deadline: 'This document takes too much time to read. Split it and use its parts.',
  memory: 'This document takes too much memory to read. Split it and use its parts.',
  died: 'This document cannot be read; it may be damaged. Save it again as PDF and use that.',
}

/** The words from their packed numbers. */
export function wordsOf(text: string, packed: readonly number[]): PageWord[] {
  const words: PageWord[] = []
  for (let at = 0; at + boxNumbers <= packed.length; at += boxNumbers) {
    const [start = 0, length = 0, x = 0, y = 0, width = 0, height = 0] = packed.slice(
      at,
      at + boxNumbers,
    )
    const box = { x: x / 10, y: y / 10, width: width / 10, height: height / 10 }
    words.push({ text: text.slice(start, start + length), start, box })
  }
  return words
}

const pageOf = (fileId: string, read: ReadPage): DocumentPage => {
  const { scan: _scan, words, ...page } = read
  return { fileId, ...page, words: wordsOf(read.text, words) }
}

/** Asks a reader for pages; throws why there are none. */
async function ask(
  source: PageSource,
  request: Extract<ReaderRequest, { do: 'pages' | 'recognize' }>,
  { organizationId, signal, wait }: PageOptions,
  timeoutMs: number,
): Promise<{ total: number; pages: ReadPage[] }> {
  const options = {
    organizationId,
    timeoutMs,
    ...(wait ? { wait } : {}),
    ...(signal ? { signal } : {}),
  }
  const read = await readDocument(request, source.content, options)
  if (read.did === 'nothing') throw unreadable(tooCostly[read.why], source.fileId)
  if (read.did !== 'pages') throw unreadable(tooCostly.died, source.fileId)
  if (read.found.type === 'refused') throw unreadable(read.found.message, source.fileId)
  return read.found
}

/** Refuses a file that is too large to be read or drawn. */
export function requireSize({ content, fileId }: PageSource, { bytes }: PageLimits): void {
  if (content.size > bytes)
    throw unreadable(
      `This document is larger than ${Math.floor(bytes / 1024 / 1024)} MB. Split it.`,
      fileId,
    )
}

function requireBounds(source: PageSource, total: number, limits: PageLimits): void {
  if (total > limits.pages)
    throw unreadable(
      `This document has ${total} pages; at most ${limits.pages} are read. Split it.`,
      source.fileId,
    )
}

function requireParts(source: PageSource, total: number, limits: PageLimits): void {
  if (total > limits.parts)
    throw unreadable(
      `This table has ${total} parts of 50 rows; at most ${limits.parts} are read. Split it.`,
      source.fileId,
    )
}

/**
 * Reads the pages of a document in processes that may be killed, and yields them as they are read:
 * first those with text, then, with `ocr`, those that are pictures, a few at a time.
 * @throws ApiError `unprocessable` with a sentence for its owner; `rate_limited` and `unavailable`
 *   as `readDocument`; the signal's reason
 */
export async function* readPages(
  source: PageSource,
  options: PageOptions,
): AsyncGenerator<PageBatch, void> {
  const { ocr, languages, known, limits = pageLimits } = options
  const format = pageFormatOf(source)
  if (!format) throw unreadable(whyNoFormat(source), source.fileId)
  requireSize(source, limits)
  if (format === 'table') {
    yield* tablePages(source, {
      ...options,
      requireBounds: (total) => requireParts(source, total, limits),
    })
    return
  }
  const scans: number[] = []
  let total = 1
  for (let from = 1; from <= total; from += pagesPerRequest) {
    const request = { do: 'pages' as const, format, from, count: pagesPerRequest }
    const read = await ask(source, request, options, 30_000)
    total = read.total
    requireBounds(source, total, limits)
    const left = (page: ReadPage) => ocr && page.scan
    scans.push(...read.pages.filter(left).map(({ page }) => page))
    const pages = read.pages.filter((page) => !left(page))
    yield { total, pages: pages.map((page) => pageOf(source.fileId, page)) }
  }
  if (!isDrawn(format)) return
  if (scans.length > limits.scans)
    throw unreadable(
      `This document has ${scans.length} scanned pages; at most ${limits.scans} are recognized. ` +
        'Split it.',
      source.fileId,
    )
  const open = scans.filter((page) => !known?.has(page))
  for (let at = 0; at < open.length; at += scansPerRequest) {
    const pages = open.slice(at, at + scansPerRequest)
    const request = { do: 'recognize' as const, format, pages, languages }
    const read = await ask(source, request, options, pages.length * scanMs)
    yield { total, pages: read.pages.map((page) => pageOf(source.fileId, page)) }
  }
}
