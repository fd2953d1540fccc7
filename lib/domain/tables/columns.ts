/** A value of a cell. Dates are text: `2026-03-07`, `2026-03-07T09:00:00` or `09:00:00`. */
export type Cell = string | number | boolean | null

export const columnTypes = [
  'text',
  'number',
  'boolean',
  'date',
  'date-time',
  'time',
  'mixed',
  'empty',
] as const
export type ColumnType = (typeof columnTypes)[number]

/** `index` counts from 0; `letters` is the column's name in a spreadsheet. */
export type Column = { name: string; type: ColumnType; letters: string }

export type Row = Record<string, unknown>

/**
 * The names of all columns of these rows: those of `order` first and in this order, also where no
 * row has them, then the others as they come.
 */
export function columnNames(rows: Iterable<Row>, order: readonly string[]): string[] {
  const names = new Set(order)
  // Most rows have the same fields: only what is new costs more than a look.
  for (const row of rows) for (const name in row) if (!names.has(name)) names.add(name)
  return [...names]
}

/** The places of known columns in the order that `order` asks for. */
export function orderedPlaces(names: readonly string[], order: readonly string[]) {
  return columnNames([], [...order, ...names]).map((name) => ({ name, at: names.indexOf(name) }))
}

/** Makes the names of a header usable as fields: none empty, none twice. */
export function fieldNames(header: readonly (string | null)[], letters: readonly string[]) {
  const used = new Set<string>()
  return header.map((given, index) => {
    const plain = (given ?? '').replace(/\s+/g, ' ').trim() || `Column ${letters[index]}`
    let name = plain
    for (let number = 2; used.has(name); number += 1) name = `${plain} (${number})`
    used.add(name)
    return name
  })
}

/** A row of cells as an object. Names such as `__proto__` are fields like any other. */
export function rowObject(names: readonly string[], cells: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]))
}

/** Rows of cells as objects, with the names of the columns as fields. */
export const rowObjects = (
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Record<string, Cell>[] => {
  const names = columns.map(({ name }) => name)
  return rows.map((cells) => rowObject(names, cells))
}
