import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { columnsSchema, runsSchema, sourceSchema } from '#lib/domain/tables/chunk'
import type { Cell } from '#lib/domain/tables/columns'

/*
 * A table file holds rows that are read in parts: blocks of rows (JSON, each packed for itself),
 * then an index of the blocks, then where the index begins. So a few rows in the middle of a
 * million cost one small read.
 */
export const tableFileType = 'application/vnd.rounds.table'

const indexSchema = z.object({
  columns: columnsSchema,
  rowCount: z.int().min(0),
  runs: runsSchema,
  source: sourceSchema,
  blocks: z.array(z.object({ at: z.int().min(0), rows: z.int().min(1) })),
})
export type TableIndex = z.output<typeof indexSchema>

const mark = Buffer.from('RTB1')
const trailerBytes = mark.length + 4
/** No block and no index of ours unpacks to more. */
const maxUnpackedBytes = 64 * 1024 * 1024

export function trailerOf(indexBytes: number): Buffer {
  const trailer = Buffer.alloc(trailerBytes)
  trailer.writeUInt32LE(indexBytes)
  mark.copy(trailer, 4)
  return trailer
}

/** A stored file of which parts are read; `end` does not belong to the part. */
export type PartReader = {
  size: number
  read(part: { start: number; end: number }): AsyncIterable<Uint8Array>
}

/** Not a table file. */
export class NoTable extends Error {
  constructor() {
    super('This file is no stored table. Take the table that a step gave.')
  }
}

const unpack = promisify(gunzip)

async function readPart(file: PartReader, start: number, end: number): Promise<Buffer> {
  if (start < 0 || end > file.size || start > end) throw new NoTable()
  const pieces: Uint8Array[] = []
  for await (const piece of file.read({ start, end })) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function unpackJson(packed: Buffer): Promise<unknown> {
  try {
    const bytes = await unpack(packed, { maxOutputLength: maxUnpackedBytes })
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new NoTable()
  }
}

/** Opens a table file. @throws NoTable */
export async function openTable(file: PartReader) {
  const trailer = await readPart(file, file.size - trailerBytes, file.size)
  if (!trailer.subarray(4).equals(mark)) throw new NoTable()
  const end = file.size - trailerBytes
  const begin = end - trailer.readUInt32LE()
  const parsed = indexSchema.safeParse(await unpackJson(await readPart(file, begin, end)))
  if (!parsed.success) throw new NoTable()
  const index = parsed.data
  const { blocks } = index

  async function readBlock(number: number): Promise<Cell[][]> {
    const from = blocks[number]?.at ?? begin
    const until = blocks[number + 1]?.at ?? begin
    const rows = await unpackJson(await readPart(file, from, until))
    if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row))) throw new NoTable()
    return rows as Cell[][]
  }

  return {
    index,
    /** The rows from `from` on (counted from 0), at most `count`; one block at a time in memory. */
    async *rows(from = 0, count = Infinity): AsyncGenerator<Cell[][]> {
      let first = 0
      for (const [number, { rows }] of blocks.entries()) {
        const until = Math.min(from + count, first + rows)
        if (first >= from + count) return
        if (first + rows > from) {
          const block = await readBlock(number)
          yield block.slice(Math.max(from - first, 0), until - first)
        }
        first += rows
      }
    },
  }
}
export type OpenTable = Awaited<ReturnType<typeof openTable>>
