import { ApiError } from '#lib/domain/api-error'
import type { DocumentPage, PageWord } from '#lib/domain/document/page'
import { columnOf, writeChunk } from '#lib/domain/tables/chunk'
import { parseRange } from '#lib/domain/tables/cell-names'
import { maxCharacters } from '../reader-messages.ts'
import { chunksOfFile, type FileChunk } from '../tables/chunks-of-file.ts'
import { unreadable } from './unreadable.ts'

type Source = { fileId: string; fileName: string; bytes: Uint8Array }
type Options = { organizationId: string; signal?: AbortSignal }

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

/**
 * The pages of a CSV or Excel file: parts of 50 rows, or of columns where it is wide, of each sheet
 * that is not hidden; each with the header.
 * @throws ApiError `unprocessable` with a sentence; `rate_limited` and `unavailable`
 */
export async function tablePages(source: Source, options: Options): Promise<DocumentPage[]> {
  const { fileId, fileName, bytes } = source
  const content = {
    size: bytes.byteLength,
    async *read() {
      yield bytes
    },
  }
  const read = async (sheet: string) =>
    await chunksOfFile({ id: fileId, fileName, content }, { ...options, sheet, allowEmpty: true })
  try {
    const first = await read('')
    const [, ...others] = first.sheets.filter(({ hidden }) => !hidden)
    const chunks = first.chunks
    for (const { name } of others) chunks.push(...(await read(name)).chunks)
    const pages = chunks.map((chunk, index) => pageOfChunk(chunk, fileId, index + 1))
    if (pages.reduce((sum, { text }) => sum + text.length, 0) > maxCharacters)
      throw unreadable('This table has more than 2 million characters of text.', fileId)
    return pages
  } catch (error) {
    throw asUnreadable(error, fileId)
  }
}
