import { crc32, createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { oldOfficeOf } from '../../reader/old-office.ts'
import { packedContent, readDirectory, TooLarge, type Entry } from '../../reader/unzip.ts'
import type { TableLimits } from '../messages.ts'
import { refuse } from './refused.ts'

const damaged = 'This Excel file is damaged or cut off. Open and save it in Excel, then try again.'
const bomb = 'This file unpacks to far more than an Excel file does. It is not read.'
const hidden = 'Another file is hidden in this Excel file. It is not read.'
const pieceBytes = 256 * 1024
const max32 = 0xff_ff_ff_ff

/** The parts of an Excel file. Nothing is trusted: sizes are counted, and sums are checked. */
export type Archive = {
  has(name: string): boolean
  /** Yields a part as it unpacks. */
  stream(name: string): AsyncIterable<Buffer>
  /** A small part as text. */
  text(name: string): Promise<string>
}

/** Other kinds of files that are called .xlsx. */
function requireArchive(bytes: Buffer): void {
  const head = bytes.subarray(0, 8).toString('latin1')
  if (head.startsWith('PK\x03\x04')) return
  const old = oldOfficeOf(bytes)
  if (old === 'encrypted')
    refuse('This Excel file has a password. Save it without one and send it again.')
  if (old) refuse('This is an old Excel file (.xls). Save it as .xlsx and send it again.')
  if (head.startsWith('%PDF-')) refuse('This is a PDF, not an Excel file.')
  if (/^\s*</.test(head)) refuse('This is HTML or XML, not an Excel file. Save it as .xlsx.')
  refuse('This is not an Excel file (.xlsx). A file of plain text is read with “Read CSV”.')
}

/** Parts that share bytes make small files large; bytes that belong to no part hide another file. */
function requireOrder(zip: Buffer, entries: Map<string, Entry>): void {
  const sorted = [...entries.values()].sort((a, b) => a.offset - b.offset)
  let end = 0
  for (const { offset, packed } of sorted) {
    if (offset < end) refuse(damaged)
    end = offset + 30 + packed
  }
  const [first] = sorted
  const at = zip.lastIndexOf('PK\x05\x06', zip.length, 'latin1')
  if (at < 0 || at + 22 > zip.length) refuse(damaged)
  const endsHere = at + 22 + zip.readUInt16LE(at + 20) === zip.length
  const begin = zip.readUInt32LE(at + 16)
  // Of a ZIP64 archive both are somewhere else.
  const isNext = begin === max32 || begin + zip.readUInt32LE(at + 12) === at
  if (first?.offset !== 0 || !endsHere || !isNext || end > Math.min(begin, at)) refuse(hidden)
}

function directoryOf(zip: Buffer, limits: TableLimits): Map<string, Entry> {
  try {
    const entries = readDirectory(zip, limits.unpackedBytes)
    if (entries.size > limits.entries) refuse(bomb)
    return entries
  } catch (error) {
    if (error instanceof TooLarge) return refuse(bomb)
    if (error instanceof RangeError || (error as Error).message.startsWith('not a readable'))
      return refuse(damaged)
    throw error
  }
}

function inflated(data: Buffer): AsyncIterable<Buffer> {
  const pieces = function* () {
    for (let at = 0; at < data.length; at += pieceBytes) yield data.subarray(at, at + pieceBytes)
  }
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  const source = Readable.from(pieces(), { objectMode: false })
  source.on('error', (error) => inflate.destroy(error))
  return source.pipe(inflate)
}

async function* unpacked(zip: Buffer, entry: Entry, limits: TableLimits): AsyncGenerator<Buffer> {
  const { data, isDeflated } = packedContent(zip, entry)
  const { size, packed } = entry
  if (size > limits.ratioFromBytes && size > packed * limits.ratio) refuse(bomb)
  let counted = 0
  let sum = 0
  try {
    for await (const piece of isDeflated ? inflated(data) : [data]) {
      counted += piece.length
      if (counted > size) refuse(bomb)
      sum = crc32(piece, sum)
      yield piece
    }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_')) refuse(damaged)
    throw error
  }
  if (counted !== size || sum !== entry.crc) refuse(damaged)
}

/** Opens an Excel file. @throws Refused, also later, while a part is read */
export function openArchive(zip: Buffer, limits: TableLimits): Archive {
  requireArchive(zip)
  const entries = directoryOf(zip, limits)
  requireOrder(zip, entries)
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name) ?? refuse(damaged)
    if (entry.encrypted)
      refuse('This Excel file has a password. Save it without one and send it again.')
    return entry
  }
  return {
    has: (name) => entries.has(name),
    async *stream(name) {
      try {
        yield* unpacked(zip, entryOf(name), limits)
      } catch (error) {
        if (error instanceof RangeError) refuse(damaged)
        if (error instanceof Error && error.message.startsWith('not a readable')) refuse(damaged)
        throw error
      }
    },
    async text(name) {
      const pieces: Buffer[] = []
      let length = 0
      for await (const piece of this.stream(name)) {
        length += piece.length
        if (length > 32 * 1024 * 1024) refuse(bomb)
        pieces.push(piece)
      }
      return Buffer.concat(pieces).toString('utf8')
    },
  }
}
