import { crc32, createDeflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'

/** One file of an archive; its content is only read when it is its turn. */
export type ZipPart = { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> }

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** 1 January 1980, the first date of the format: the same content gives the same bytes. */
const date = 0x0021
/** Sizes stand behind the content, and names are UTF-8. */
const flags = 0x0808
const deflated = 8
const version = 45
const max32 = 0xff_ff_ff_ff

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08_07_4b_50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02_01_4b_50, 0)
  entry.writeUInt16LE(version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(date, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/**
 * Writes an archive as a stream: nothing is in memory but the piece at work. A part or an archive
 * of 4 GB or more throws a RangeError, because the format could only say so beforehand.
 */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let at = 0
  for await (const { name, content } of parts) {
    const written: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: at }
    const header = localHeader(written.name)
    at += header.length
    yield header
    const counted = async function* () {
      for await (const piece of content) {
        written.size += piece.length
        written.crc = crc32(piece, written.crc)
        yield piece
      }
    }
    const deflate = createDeflateRaw({ level: 4, chunkSize: 64 * 1024 })
    const source = Readable.from(counted(), { objectMode: false })
    source.on('error', (error) => deflate.destroy(error))
    for await (const piece of source.pipe(deflate) as AsyncIterable<Buffer>) {
      written.packed += piece.length
      yield piece
    }
    at += written.packed
    if (written.size > max32 || at > max32) throw new RangeError('an archive of more than 4 GB')
    const behind = descriptor(written)
    at += behind.length
    yield behind
    all.push(written)
  }
  const directory = Buffer.concat(all.map(directoryEntry))
  yield directory
  yield endOfDirectory(all.length, directory.length, at)
}
