import { expect, it } from 'vitest'
import { columnLetters, formatRange, parseRange } from './cell-names.ts'
import { chunkParts, chunkRows, partColumns, placeOf, rowNumbers, textOfChunk } from './chunk.ts'
import { columnNames, fieldNames, orderedPlaces, rowObject, type Column } from './columns.ts'

const columnsOf = (count: number): Column[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `c${at}`,
    type: 'text',
    letters: columnLetters(at + 1),
  }))
const source = { fileId: 'f', fileName: 'claims.xlsx', sheet: 'Claims', headerRow: 1 }
const places = (
  rowCount: number,
  columns: Column[],
  by: 'auto' | 'rows' | 'columns',
  size: number,
) =>
  chunkParts({ rowCount, columns }, { by, size }).map((part) =>
    placeOf(part, { source, rowNumber: rowNumbers([{ first: 2, count: rowCount }]) }),
  )

it('names columns and ranges as spreadsheets do', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'ZZ',
    'AAA',
    'XFD',
  ])
  expect(parseRange('$b$2:F51')).toEqual({
    firstColumn: 1,
    lastColumn: 5,
    firstRow: 2,
    lastRow: 51,
  })
  expect(parseRange('F51:B2')).toEqual(parseRange('B2:F51'))
  expect(parseRange('B:F')).toMatchObject({ firstRow: 1, lastRow: 1_048_576 })
  expect(parseRange('2:3')).toMatchObject({ firstColumn: 0, lastColumn: 16_383 })
  for (const wrong of ['', 'B0', 'XFE1', 'A1:B2:C3', '1.5', 'A1048577', "Sheet'!A1"])
    expect(parseRange(wrong)).toBeUndefined()
  expect(formatRange({ firstColumn: 1, lastColumn: 1, firstRow: 3, lastRow: 3 })).toBe('B3')
})

it('puts the listed columns first, the rest as they come', () => {
  const rows = [
    { a: 1, b: 2 },
    { c: 3, a: 4 },
  ]
  expect(columnNames(rows, ['c', 'x'])).toEqual(['c', 'x', 'a', 'b'])
  expect(orderedPlaces(['a', 'b'], ['b'])).toEqual([
    { name: 'b', at: 1 },
    { name: 'a', at: 0 },
  ])
})

it('makes usable field names of any header', () => {
  expect(fieldNames(['Name', null, ' Name\n', ''], ['A', 'B', 'C', 'D'])).toEqual([
    'Name',
    'Column B',
    'Name (2)',
    'Column D',
  ])
  const row = rowObject(['__proto__', 'b'], ['x', 1])
  expect(Object.keys(row)).toEqual(['__proto__', 'b'])
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
})

it('splits by fifty rows, each chunk with its place', () => {
  expect(places(120, columnsOf(5), 'auto', 50)).toMatchObject([
    { number: 1, of: 3, sheet: 'Claims', range: 'B2:F51', headerRange: 'B1:F1' },
    { number: 2, range: 'B52:F101', file: { id: 'f', fileName: 'claims.xlsx' } },
    { number: 3, range: 'B102:F121' },
  ])
  expect(places(0, columnsOf(5), 'auto', 50)).toEqual([])
})

it('splits a wide table by columns and repeats the first one', () => {
  expect(places(3, columnsOf(101), 'auto', 51)).toMatchObject([
    { of: 2, range: 'B2:AZ4' },
    { of: 2, range: 'BA2:CX4', headerRange: 'BA1:CX1' },
  ])
  const [, second] = chunkParts({ rowCount: 1, columns: columnsOf(5) }, { by: 'columns', size: 3 })
  expect(second?.columns.map(({ name }) => name)).toEqual(['c0', 'c3', 'c4'])
  expect(chunkRows(second!, [['k', 'b', 'c', 'd', 'e']])).toEqual([{ c0: 'k', c3: 'd', c4: 'e' }])
  const again = partColumns(columnsOf(5), { firstColumn: 3, columnCount: 3 })
  expect(again).toEqual(second?.columns)
  // Wider than long, but no wider than a chunk.
  expect(places(3, columnsOf(10), 'auto', 50)).toHaveLength(1)
})

it('points at the rows of the file, also where some were left out', () => {
  const rowNumber = rowNumbers([
    { first: 2, count: 2 },
    { first: 7, count: 3 },
    { first: 20, count: 1 },
  ])
  expect([0, 1, 2, 4, 5].map(rowNumber)).toEqual([2, 3, 7, 9, 20])
})

it('makes a text of a chunk with its place and header, one line for each row', () => {
  const columns = columnsOf(2)
  const place = { number: 1, of: 2, file: { id: 'f', fileName: 'a.csv' }, sheet: null }
  const rows = [
    { c0: 'a|b', c1: 'two\nlines' },
    { c0: null, c1: 3 },
  ]
  expect(textOfChunk({ ...place, range: 'B2:C3', headerRange: 'B1:C1', columns, rows })).toBe(
    'a.csv, cells B2:C3, part 1 of 2\n| c0 | c1 |\n| --- | --- |\n| a\\|b | two lines |\n|  | 3 |',
  )
})
