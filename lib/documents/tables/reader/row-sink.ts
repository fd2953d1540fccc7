import type { Cell, Column } from '#lib/domain/tables/columns'
import { addRowNumber, type RowRun } from '#lib/domain/tables/chunk'
import type { TableRequest } from '../messages.ts'
import { TableFileWriter } from '../table-file-writer.ts'
import { refuse } from './refused.ts'

const tooLong = (rows: number) =>
  `The table has more than ${rows.toLocaleString('en-US')} rows, too many for a list. Choose ` +
  'to give the rows as a table, or read a part of it.'

/** Takes the rows of a table one by one, and keeps them or sends them on in parts. */
export class RowSink {
  readonly rows: Cell[][] = []
  readonly runs: RowRun[] = []
  rowCount = 0
  /** Characters that the names of the columns add to each row of a list. */
  nameCharacters = 0
  readonly #request: TableRequest
  readonly #file: TableFileWriter | undefined
  #characters = 0
  #cells = 0

  constructor(request: TableRequest, send: (part: Uint8Array) => void) {
    this.#request = request
    this.#file = request.as === 'table' ? new TableFileWriter(send) : undefined
  }

  add(cells: Cell[], rowNumber: number): void {
    const { limits } = this.#request
    this.rowCount += 1
    this.#cells += cells.length
    if (this.rowCount > limits.rows)
      refuse(`The table has more than ${limits.rows.toLocaleString('en-US')} rows. Split the file.`)
    if (this.#cells > limits.cells)
      refuse(
        `The table has more than ${limits.cells.toLocaleString('en-US')} cells. Read a part of it.`,
      )
    addRowNumber(this.runs, rowNumber)
    for (const cell of cells) this.#characters += typeof cell === 'string' ? cell.length + 3 : 8
    if (this.#file) this.#store(cells, this.#file)
    else this.#keep(cells)
  }

  #store(cells: Cell[], file: TableFileWriter): void {
    const { tableCharacters } = this.#request.limits
    if (this.#characters > tableCharacters)
      refuse(
        `The table has more than ${tableCharacters.toLocaleString('en-US')} characters of text. ` +
          'Split the file.',
      )
    file.add(cells)
  }

  #keep(cells: Cell[]): void {
    const { listRows, listCharacters } = this.#request.limits
    if (this.rowCount > listRows) refuse(tooLong(listRows))
    this.#characters += this.nameCharacters
    if (this.#characters > listCharacters)
      refuse(
        'The table has too much text for a list. Choose to give the rows as a table, or read a ' +
          'part of it.',
      )
    this.rows.push(cells)
  }

  end(columns: Column[], about: { headerRow: number | null; sheet: string | null }): void {
    const { runs, rowCount } = this
    const source = { ...this.#request.source, ...about }
    this.#file?.end({ columns, rowCount, runs, source })
  }
}
