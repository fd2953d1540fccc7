import { constants, gzipSync } from 'node:zlib'
import type { Cell } from '#lib/domain/tables/columns'
import { trailerOf, type TableIndex } from './table-file.ts'

/** A block is read whole, so it is small; it is packed whole, so it is not too small. */
const blockRows = 500
const blockCharacters = 1024 * 1024
const partBytes = 256 * 1024

/** Writes a table file (table-file.ts) in parts of some 256 KB. */
export class TableFileWriter {
  readonly #send: (part: Uint8Array) => void
  readonly #blocks: TableIndex['blocks'] = []
  #lines: string[] = []
  #characters = 0
  #at = 0
  #packed: Buffer[] = []
  #packedBytes = 0

  constructor(send: (part: Uint8Array) => void) {
    this.#send = send
  }

  add(cells: readonly Cell[]): void {
    const line = JSON.stringify(cells)
    this.#lines.push(line)
    this.#characters += line.length
    if (this.#lines.length >= blockRows || this.#characters >= blockCharacters) this.#endBlock()
  }

  end(about: Omit<TableIndex, 'blocks'>): void {
    this.#endBlock()
    const index = gzipSync(JSON.stringify({ ...about, blocks: this.#blocks }))
    this.#push(index)
    this.#push(trailerOf(index.length))
    this.#flush()
  }

  #endBlock(): void {
    if (this.#lines.length === 0) return
    const text = `[${this.#lines.join(',')}]`
    const block = gzipSync(text, { level: constants.Z_BEST_SPEED })
    this.#blocks.push({ at: this.#at, rows: this.#lines.length })
    this.#lines = []
    this.#characters = 0
    this.#push(block)
  }

  #push(bytes: Buffer): void {
    this.#at += bytes.length
    this.#packed.push(bytes)
    this.#packedBytes += bytes.length
    if (this.#packedBytes >= partBytes) this.#flush()
  }

  #flush(): void {
    if (this.#packedBytes === 0) return
    this.#send(Buffer.concat(this.#packed))
    this.#packed = []
    this.#packedBytes = 0
  }
}
