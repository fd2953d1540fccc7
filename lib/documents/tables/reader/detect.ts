import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { delimiters, quotes } from '#lib/domain/tables/options'
import { cutText } from '#lib/domain/text'

/** Bytes from which delimiter and quotes are found out. */
const sampleBytes = 256 * 1024
const sampleRecords = 50

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const marks: { bytes: number[]; encoding: Encoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** UTF-16 of western texts has a NUL in every second byte. */
function utf16Of(sample: Buffer): Encoding | undefined {
  let even = 0
  let odd = 0
  for (const [at, byte] of sample.entries()) {
    if (byte === 0 && at % 2 === 0) even += 1
    else if (byte === 0) odd += 1
  }
  const many = sample.length / 8
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return undefined
}

/** The encoding by its mark, else by NULs (which are valid UTF-8, so they come first), else UTF-8. */
export function detectEncoding(bytes: Buffer): Encoding {
  const marked = marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))
  if (marked) return marked.encoding
  const wide = utf16Of(bytes.subarray(0, 4096))
  return wide ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/** The first lines as text. The last one may be cut, so it is left out where there are others. */
export function sampleOf(bytes: Buffer, encoding: Encoding): string {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, sampleBytes))
  if (bytes.length <= sampleBytes) return text
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return end > 0 ? cutText(text, end) : text
}

/** Fields stand in single quotes where such fields begin and end, and none in double quotes do. */
export function detectQuote(sample: string): string {
  const enclosed = (quote: string) =>
    [
      ...sample.matchAll(
        new RegExp(`(?:^|[,;\\t|])${quote}[^${quote}\\n]*${quote}(?=[,;\\t|\\r\\n]|$)`, 'gm'),
      ),
    ].length
  return enclosed(quotes.double) === 0 && enclosed(quotes.single) > 1
    ? quotes.single
    : quotes.double
}

type Score = { delimiter: string; share: number; fields: number }

function scoreOf(sample: string, delimiter: string, quote: string): Score {
  const counts = new Map<number, number>()
  let records: string[][] = []
  try {
    records = parse(sample, {
      delimiter,
      quote,
      to: sampleRecords,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    })
  } catch {
    return { delimiter, share: 0, fields: 0 }
  }
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [fields = 0, most = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  return { delimiter, share: fields < 2 ? 0 : most / records.length, fields }
}

/** The delimiter by which most records have equally many fields; a comma where none has several. */
export function detectDelimiter(sample: string, quote: string): string {
  const scores = Object.values(delimiters).map((each) => scoreOf(sample, each, quote))
  const best = scores.sort((a, b) => b.share - a.share || b.fields - a.fields)[0]
  return best && best.share > 0 ? best.delimiter : delimiters.comma
}

/** For people: the end of most lines. */
export function detectLineEnd(sample: string): string {
  const both = sample.match(/\r\n/g)?.length ?? 0
  const feeds = (sample.match(/\n/g)?.length ?? 0) - both
  const returns = (sample.match(/\r/g)?.length ?? 0) - both
  if (both >= feeds && both >= returns) return both === 0 ? '\n' : '\r\n'
  return feeds >= returns ? '\n' : '\r'
}
