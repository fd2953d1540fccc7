import { ApiError } from '#lib/domain/api-error'
import type { DocumentPage, PageWord } from '#lib/domain/document/page'
import { columnOf, writeChunk } from '#lib/domain/tables/chunk'
import { parseRange } from '#lib/domain/tables/cell-names'
import { chunksOfFile, type FileChunk } from '../tables/chunks-of-file.ts'
import type { PageSource } from './read-pages.ts'
import { unreadable } from './unreadable.ts'

type Options = {
  organizationId: string
  signal?: AbortSignal
  /** Pages that are not needed again. */
  known?: ReadonlySet<number>
  /** More pages than these are refused before the first one. */
  requireBounds(total: number): void
}

/** Pages that are written together; little enough that others have their turn between them. */
const pagesPerBatch = 10

/**
 * A chunk of a table as a page. Its words are its cells; their boxes are in cells: `x` is the
 * column, counted from 0, and `y` the row as the file numbers it. The name of the file stays out of
 * the text, which may go to a model.
 */
function pageOfChunk(chunk: FileChunk, fileId: string, page: number): DocumentPage {
  const { columns, headerRange, range, rowNumbers, sheet } = chunk
  const headerRow = headerRange === null ? undefined : parseRange(headerRange)?.firstRow
  const { text, cells } = writeChunk({ ...chunk, file: null }, (piece) => piece.normalize('NFKC'))
  const words = cells.flatMap(({ start, text: said, column, row }): PageWord[] => {
    const y = row === -1 ? headerRow : rowNumbers[row]
    const x = columnOf(columns[column]?.letters ?? 'A')
    return y === undefined ? [] : [{ text: said, start, box: { x, y, width: 1, height: 1 } }]
  })
  return {
    fileId,
    page,
    width: 0,
    height: 0,
    text,
    words,
    how: 'text',
    confidence: 1,
    cells: { sheet: sheet ?? '', range: range ?? '' },
  }
}

/** Why a table cannot be read, as the error of a document. */
function asUnreadable(error: unknown, fileId: string): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') return error
  const { issues } = error.details as { issues?: { message: string }[] }
  return unreadable(issues?.[0]?.message ?? error.message, fileId)
}

/** The pages of these chunks, some at a time. */
async function* batchesOf(
  { total, chunks }: Awaited<ReturnType<typeof chunksOfFile>>,
  fileId: string,
  { known, signal }: Options,
): AsyncGenerator<{ total: number; pages: DocumentPage[] }, void> {
  let pages: DocumentPage[] = []
  let page = 0
  for await (const chunk of chunks) {
    page += 1
    signal?.throwIfAborted()
    if (!known?.has(page)) pages.push(pageOfChunk(chunk, fileId, page))
    if (pages.length < pagesPerBatch) continue
    yield { total, pages }
    pages = []
  }
  if (pages.length > 0) yield { total, pages }
}

/**
 * The pages of a CSV or Excel file: parts of 50 rows, or of columns where it is wide, of each sheet
 * that is not hidden; each with the header.
 * @throws ApiError `unprocessable` with a sentence; `rate_limited` and `unavailable`
 */
export async function* tablePages(
  { fileId, fileName, content }: Pick<PageSource, 'fileId' | 'fileName' | 'content'>,
  options: Options,
): AsyncGenerator<{ total: number; pages: DocumentPage[] }, void> {
  try {
    const { organizationId, signal } = options
    const read = await chunksOfFile(
      { id: fileId, fileName, content },
      { organizationId, ...(signal ? { signal } : {}) },
    )
    if (read.total === 0) throw unreadable('There are no cells with values in this file.', fileId)
    options.requireBounds(read.total)
    yield* batchesOf(read, fileId, options)
  } catch (error) {
    throw asUnreadable(error, fileId)
  }
}
