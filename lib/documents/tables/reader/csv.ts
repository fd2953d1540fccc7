import { Readable } from 'node:stream'
import { Parser, type Options } from 'csv-parse'
import { countOf } from '#lib/domain/count-of'
import { columnLetters, maxSheetColumns } from '#lib/domain/tables/cell-names'
import { fieldNames, type Cell, type Column } from '#lib/domain/tables/columns'
import { delimiters, lineEnds, quotes, type CsvReadOptions } from '#lib/domain/tables/options'
import type { Detected, FoundTable } from '#lib/domain/tables/found'
import type { TableRequest } from '../messages.ts'
import {
  ColumnKind,
  looksLikeHeader,
  typeOfFormat,
  valueByFormat,
  valueOf,
} from './column-kinds.ts'
import { detectDelimiter, detectEncoding, detectLineEnd, detectQuote, sampleOf } from './detect.ts'
import type { Encoding } from './detect.ts'
import { Problems } from './problems.ts'
import { refuse } from './refused.ts'
import type { RowSink } from './row-sink.ts'

const pieceBytes = 256 * 1024
/** A longer record is an open quote, not a record. */
const maxRecordCharacters = 1_000_000

type Settings = Detected & { encoding: Encoding; lineEnds: string[] }
/** `line` is where the record begins. */
type Read = { line: number; fields: string[] }
type Skipped = { line: number; message: string }

function settingsOf(bytes: Buffer, options: CsvReadOptions): Settings {
  const encoding = options.encoding === 'auto' ? detectEncoding(bytes) : options.encoding
  const sample = sampleOf(bytes, encoding)
  const quote = options.quote === 'auto' ? detectQuote(sample) : quotes[options.quote]
  const below = sample
    .split(/\r\n|\n|\r/)
    .slice(options.skipLines)
    .join('\n')
  const delimiter =
    options.delimiter === 'auto' ? detectDelimiter(below, quote) : delimiters[options.delimiter]
  const lineEnd = options.lineEnd === 'auto' ? undefined : lineEnds[options.lineEnd]
  return {
    encoding,
    quote,
    delimiter,
    lineEnd: lineEnd ?? detectLineEnd(sample),
    lineEnds: lineEnd ? [lineEnd] : ['\r\n', '\n', '\r'],
  }
}

function* decoded(bytes: Buffer, encoding: Encoding): Generator<string> {
  // A mark at the beginning is left out by the decoder.
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
  yield decoder.decode()
}

/** The messages of csv-parse name its options; these are for people. */
function describeError({ code }: { code: string }): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'a quote is opened and never closed, so the rest of the file is lost'
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'text stands behind a closing quote'
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote stands inside a field without quotes'
  if (code === 'CSV_MAX_RECORD_SIZE')
    return 'a record has more than a million characters; perhaps a quote is never closed'
  return 'it cannot be read'
}

const breaks = (field: string): number =>
  field.includes('\n') || field.includes('\r') ? (field.match(/\r\n|\n|\r/g)?.length ?? 0) : 0

type Info = { lines: number }
type Parsed = { record: string[]; info: Info }

/** Yields the records of a file; lines that cannot be read go to `skipped`. */
async function* records(
  bytes: Buffer,
  { encoding, delimiter, quote, lineEnds: ends }: Settings,
  skipLines: number,
  skipped: (line: Skipped) => void,
): AsyncGenerator<Read> {
  const options: Options = {
    delimiter,
    quote,
    escape: quote,
    record_delimiter: ends,
    from_line: skipLines + 1,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    max_record_size: maxRecordCharacters,
  }
  const parser = new Parser(options)
  let open: string | undefined
  let end = skipLines
  const note = (error: { code: string; lines?: number }) => {
    // Where it begins is known only behind the last record before it.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') open = describeError(error)
    else skipped({ line: error.lines ?? 0, message: describeError(error) })
  }
  parser.on('skip', note)
  Readable.from(decoded(bytes, encoding)).pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      end = info.lines
      const inside = record.reduce((sum, field) => sum + breaks(field), 0)
      yield { line: info.lines - inside, fields: record }
    }
  } catch (error) {
    const { code = '', lines = 0 } = error as { code?: string; lines?: number }
    if (!code) throw error
    note({ code, lines })
  }
  if (open) skipped({ line: end + 1, message: open })
}

/** What the first pass finds: names and types of the columns, and all problems. */
type Shape = { columns: Column[]; headerRow: number | null; width: number; problems: Problems }

function columnsFor(
  header: string[] | undefined,
  kinds: ColumnKind[],
  options: CsvReadOptions,
): Column[] {
  let width = Math.max(header?.length ?? 0, kinds.length)
  // A delimiter at the end of each line makes no column.
  const isNothing = (at: number) =>
    (header?.[at] ?? '').trim() === '' && (kinds[at]?.type ?? 'empty') === 'empty'
  while (width > 1 && isNothing(width - 1)) width -= 1
  const letters = Array.from({ length: width }, (_, at) => columnLetters(at))
  const names = fieldNames(
    Array.from({ length: width }, (_, at) => header?.[at] ?? null),
    letters,
  )
  return names.map((name, at) => {
    const format = Object.hasOwn(options.columnTypes, name) ? options.columnTypes[name] : undefined
    const found = options.types === 'text' ? 'text' : (kinds[at]?.type ?? 'empty')
    return { name, letters: letters[at] ?? '', type: format ? typeOfFormat(format) : found }
  })
}

async function shapeOf(bytes: Buffer, settings: Settings, options: CsvReadOptions): Promise<Shape> {
  const problems = new Problems()
  const kinds: ColumnKind[] = []
  let first: Read | undefined
  let header: string[] | undefined
  const skipped = ({ line, message }: Skipped) =>
    problems.add(line, null, `Line ${line}: ${message}.`)
  for await (const read of records(bytes, settings, options.skipLines, skipped)) {
    const { fields, line } = read
    if (fields.length > maxSheetColumns)
      refuse(`Line ${line} has ${fields.length} fields; a table has at most ${maxSheetColumns}.`)
    if (!first) {
      first = read
      const named =
        options.header === 'yes' || (options.header === 'auto' && looksLikeHeader(fields))
      if (named) {
        header = fields
        continue
      }
    }
    const expected = first.fields.length
    if (fields.length !== expected) {
      const where = header ? 'the header has' : `line ${first.line} has`
      const message = `Line ${line}: ${countOf(fields.length, 'field')}, where ${where} ${expected}.`
      problems.add(line, null, message)
    }
    for (const [at, field] of fields.entries()) (kinds[at] ??= new ColumnKind()).see(field)
  }
  if (!first && problems.count === 0) refuse('There is no table in this file: it is empty.')
  const columns = columnsFor(header, kinds, options)
  return {
    columns,
    headerRow: header && first ? first.line : null,
    width: columns.length,
    problems,
  }
}

/** Makes values of the fields of one record. */
function cellsOf({ fields, line }: Read, shape: Shape, options: CsvReadOptions): Cell[] {
  return shape.columns.map(({ name, type, letters }, at) => {
    const text = fields[at] ?? ''
    const format = Object.hasOwn(options.columnTypes, name) ? options.columnTypes[name] : undefined
    if (!format) return valueOf(text, type)
    const value = valueByFormat(text, format)
    if (value !== undefined) return value
    shape.problems.add(
      line,
      name,
      `Line ${line}, column ${letters} "${name}": a value is no ${format.split('-')[0]}.`,
    )
    return text
  })
}

function stopAtProblems({ problems }: Shape, options: CsvReadOptions): void {
  if (options.problems === 'report' || problems.count === 0) return
  const many = problems.count === 1 ? 'a broken line' : `${problems.count} broken lines`
  refuse(`This file has ${many}. ${problems.text()} Mend them, or choose to report broken lines.`)
}

/** Other files that carry the name of a CSV file are not text. */
function requireText(bytes: Buffer): void {
  const head = bytes.subarray(0, 8).toString('latin1')
  if (head.startsWith('PK\x03\x04'))
    refuse('This is an Excel file or another archive, not CSV. Read it with “Read Excel”.')
  if (head.startsWith('%PDF-')) refuse('This is a PDF, not CSV.')
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    refuse('This is an old Excel file (.xls), not CSV. Save it as .xlsx or CSV.')
  if (head.startsWith('\x1f\x8b')) refuse('This file is compressed (gzip). Unpack it first.')
}

function requireKnownColumns({ columns }: Shape, options: CsvReadOptions): void {
  const unknown = Object.keys(options.columnTypes).filter(
    (name) => !columns.some((column) => column.name === name),
  )
  if (unknown.length > 0)
    refuse(
      `There is no column "${unknown[0]}", for which a type is chosen. The columns are: ` +
        `${columns
          .slice(0, 20)
          .map(({ name }) => name)
          .join(', ')}.`,
    )
}

/** Reads a CSV file twice: first its columns, types and problems, then its rows. */
export async function readCsv(
  bytes: Buffer,
  { options }: TableRequest & { do: 'csv' },
  sink: RowSink,
): Promise<FoundTable> {
  requireText(bytes)
  const settings = settingsOf(bytes, options)
  const shape = await shapeOf(bytes, settings, options)
  stopAtProblems(shape, options)
  requireKnownColumns(shape, options)
  sink.nameCharacters = shape.columns.reduce((sum, { name }) => sum + name.length + 4, 0)
  for await (const read of records(bytes, settings, options.skipLines, () => undefined))
    if (read.line !== shape.headerRow) sink.add(cellsOf(read, shape, options), read.line)
  stopAtProblems(shape, options)
  const { columns, headerRow, problems } = shape
  sink.end(columns, { headerRow, sheet: null })
  const { encoding, delimiter, quote, lineEnd } = settings
  return {
    columns,
    headerRow,
    rowCount: sink.rowCount,
    runs: sink.rows.length > 0 ? sink.runs : [],
    problems: problems.first,
    problemCount: problems.count,
    rows: sink.rows,
    detected: { encoding, delimiter, quote, lineEnd },
    sheet: null,
    sheets: [],
    merged: [],
  }
}
