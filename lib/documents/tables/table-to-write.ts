import { setImmediate as nextTurn } from 'node:timers/promises'
import { columnNames, orderedPlaces, type Row } from '#lib/domain/tables/columns'
import type { OpenTable } from './table-file.ts'

/** Columns in their order, and rows in blocks, each with one value for each column. */
export type TableToWrite = {
  names: string[]
  rows: AsyncIterable<readonly (readonly unknown[])[]> | Iterable<readonly (readonly unknown[])[]>
}

const blockRows = 500

/** A list of objects, with the columns in `order` first. */
export function listToWrite(list: readonly Row[], order: readonly string[]): TableToWrite {
  const names = columnNames(list, order)
  return {
    names,
    rows: (async function* () {
      for (let at = 0; at < list.length; at += blockRows) {
        yield list
          .slice(at, at + blockRows)
          .map((row) => names.map((name) => (Object.hasOwn(row, name) ? row[name] : null)))
        // Others have their turn, also where nothing is waited for.
        await nextTurn()
      }
    })(),
  }
}

/** A stored table, read block by block. */
export function tableToWrite(table: OpenTable, order: readonly string[]): TableToWrite {
  const { columns } = table.index
  const places = orderedPlaces(
    columns.map(({ name }) => name),
    order,
  )
  const isSame = places.every(({ at }, index) => at === index)
  return {
    names: places.map(({ name }) => name),
    rows: (async function* () {
      for await (const block of table.rows())
        yield isSame ? block : block.map((cells) => places.map(({ at }) => cells[at] ?? null))
    })(),
  }
}
