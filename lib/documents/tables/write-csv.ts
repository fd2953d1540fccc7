import { ApiError } from '#lib/domain/api-error'
import { columnLetters } from '#lib/domain/tables/cell-names'
import { delimiters, lineEnds, quotes, type CsvWriteOptions } from '#lib/domain/tables/options'
import { shortText } from '#lib/domain/text'
import { cellText } from './cell-text.ts'
import type { TableToWrite } from './table-to-write.ts'

/** Pieces of some 64 KB: few enough writes, and short turns of the event loop. */
const pieceCharacters = 64 * 1024

// What spreadsheets execute at the beginning of a cell, also as full-width characters.
const formulaStart = /^[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** A number is no formula, although it may begin with a sign. */
const plainNumber = /^[+-]?\d+(?:[.,]\d+)*%?$/

/** Puts an apostrophe before a text that a spreadsheet would execute. */
export const guarded = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text

/** Windows-1252 as browsers read it: the byte of each character that is no Latin-1. */
const latinBytes = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 128 + at)),
    (character, at) => [character.charCodeAt(0), 128 + at] as const,
  ),
)

type Encode = (text: string) => Buffer

function latin(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    bytes[at] = latinBytes.get(code) ?? code
  }
  return bytes
}

/** The first character of a text that Windows-1252 does not have. */
function notLatin(text: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- most texts have nothing but these
  if (/^[\x00-\x7f\xa0-\xff]*$/.test(text)) return undefined
  return Array.from(text).find((character) => {
    const code = character.codePointAt(0) ?? 0
    const isPlain = code < 128 || (code >= 160 && code < 256)
    return !isPlain && !latinBytes.has(code)
  })
}

const encoders: Record<CsvWriteOptions['encoding'], { mark: string; encode: Encode }> = {
  'utf-8': { mark: '', encode: (text) => Buffer.from(text) },
  'utf-8-bom': { mark: '\ufeff', encode: (text) => Buffer.from(text) },
  'utf-16le': { mark: '\ufeff', encode: (text) => Buffer.from(text, 'utf16le') },
  'windows-1252': { mark: '', encode: latin },
}

function refuseCharacter(character: string, row: number, at: number, name: string): never {
  const place = `Row ${row}, column ${columnLetters(at)} "${shortText(name, 60)}"`
  throw ApiError.invalid([
    {
      path: 'encoding',
      message: `${place}: “${character}” cannot be written as Windows-1252. Choose UTF-8.`,
    },
  ])
}

/** Makes the text of one cell; the function is made once for all cells. */
function fieldWriter({ delimiter, quote, quoteAll, formulaGuard }: CsvWriteOptions) {
  const mark = quotes[quote]
  const special = new RegExp(
    `[${mark}\\r\\n${delimiters[delimiter] === '|' ? '\\|' : delimiters[delimiter]}]|^\\s|\\s$`,
  )
  const enclosed = (text: string) => mark + text.replaceAll(mark, mark + mark) + mark
  return (value: unknown): string => {
    const text = cellText(value)
    const safe = formulaGuard && typeof value !== 'number' ? guarded(text) : text
    return quoteAll || special.test(safe) ? enclosed(safe) : safe
  }
}

/**
 * Writes a table as CSV (RFC 4180), in pieces of some 64 KB. The header is row 1.
 * @throws ApiError 400 for a character that the encoding does not have, by its row and column
 */
export async function* writeCsv(
  { names, rows }: TableToWrite,
  options: CsvWriteOptions,
): AsyncGenerator<Buffer> {
  const field = fieldWriter(options)
  const end = lineEnds[options.lineEnd]
  const delimiter = delimiters[options.delimiter]
  const empty = quotes[options.quote].repeat(2)
  const { mark, encode } = encoders[options.encoding]
  let text = mark
  let row = 0
  const add = (cells: readonly unknown[]): void => {
    row += 1
    const fields = names.map((_, at) => field(cells[at]))
    if (options.encoding === 'windows-1252')
      for (const [at, each] of fields.entries()) {
        const character = notLatin(each)
        if (character !== undefined) refuseCharacter(character, row, at, names[at] ?? '')
      }
    const line = fields.join(delimiter)
    // A line without a character would be taken for no row.
    text += (line === '' ? empty : line) + end
  }
  if (options.header) add(names)
  for await (const block of rows)
    for (const cells of block) {
      add(cells)
      if (text.length < pieceCharacters) continue
      yield encode(text)
      text = ''
    }
  if (text !== '') yield encode(text)
}
