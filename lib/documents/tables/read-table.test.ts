import { afterAll, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { csvOptions, csvWriteOptions, excelOptions } from '#test/samples/read-tables'
import { bytesOf, workbookOf } from '#test/samples/workbooks'
import { tableLimits, type TableRequest } from './messages.ts'
import {
  chunkLimits,
  chunksOfFile,
  isTableFile,
  type ChunkLimits,
  type FileChunk,
  type FileOfTable,
} from './chunks-of-file.ts'
import { readTable } from './read-table.ts'
import { openTable, type PartReader } from './table-file.ts'
import { tableToWrite } from './table-to-write.ts'
import { writeCsv } from './write-csv.ts'

// Each read starts a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

type Content = Parameters<typeof readTable>[0]['content']
const contentOf = (bytes: Buffer, piece = 1000): Content => ({
  size: bytes.length,
  async *read() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  },
})
const source = { fileId: 'f', fileName: 'people.csv' }
const csv = (as: 'list' | 'table'): TableRequest => ({
  as,
  source,
  limits: tableLimits,
  do: 'csv',
  options: csvOptions,
})
const organizationId = 'one'

const partsOf = (file: Buffer): PartReader & { reads: number } => ({
  size: file.length,
  reads: 0,
  async *read({ start, end }) {
    this.reads += 1
    yield file.subarray(start, end)
  },
})

it('stores rows as a table, of which parts are read and which is written again', async () => {
  const lines = Array.from({ length: 1_234 }, (_, id) => `${id},Person ${id}`)
  const content = contentOf(Buffer.from(`id,name\n${lines.join('\n')}\n`))
  const parts: Buffer[] = []
  const receive = () => {
    parts.length = 0
    return async (part: Buffer) => void parts.push(part)
  }
  const found = await readTable({ request: csv('table'), content, organizationId, receive })
  expect(found).toMatchObject({ rowCount: 1_234, rows: [], runs: [], headerRow: 1 })

  const file = partsOf(Buffer.concat(parts))
  const table = await openTable(file)
  expect(table.index).toMatchObject({
    rowCount: 1_234,
    runs: [{ first: 2, count: 1_234 }],
    source: { ...source, sheet: null, headerRow: 1 },
  })
  const some = async (from: number, count: number) => {
    const rows: unknown[] = []
    for await (const block of table.rows(from, count)) rows.push(...block)
    return rows
  }
  const before = file.reads
  expect(await some(498, 4)).toEqual([498, 499, 500, 501].map((id) => [id, `Person ${id}`]))
  expect(file.reads - before).toBe(2)
  expect(await some(1_230, 50)).toHaveLength(4)
  expect(await some(5_000, 50)).toEqual([])

  const options = { ...csvWriteOptions, lineEnd: 'lf' as const }
  const again = await bytesOf(writeCsv(tableToWrite(table, ['name']), options))
  expect(again.toString().slice(0, 30)).toBe('name,id\nPerson 0,0\nPerson 1,1\n')
})

it('refuses another file in place of a stored table', async () => {
  for (const bytes of [
    Buffer.from('a,b'),
    Buffer.alloc(100),
    Buffer.from('x\x04\x00\x00\x00RTB1', 'latin1'),
  ])
    await expect(openTable(partsOf(bytes))).rejects.toThrow('This file is no stored table.')
})

it('says what is wrong with a file, and what stopped the reading of one', async () => {
  const excel: TableRequest = {
    as: 'list',
    source,
    limits: tableLimits,
    do: 'excel',
    options: excelOptions,
  }
  const ask = (content: Content, request = excel) => readTable({ request, content, organizationId })
  await expect(ask(contentOf(Buffer.from('%PDF-1.7')))).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path: 'file', message: 'This is a PDF, not an Excel file.' }] },
  })
  const good = await workbookOf({ sheet: '<sheetData><row><c><v>1</v></c></row></sheetData>' })
  expect(await ask(contentOf(good))).toMatchObject({ rows: [[1]] })
  const broken: Content = {
    size: 10,
    async *read() {
      yield Buffer.from('a')
      throw new Error('the disk is gone')
    },
  }
  await expect(ask(broken)).rejects.toThrow('the disk is gone')
  const failing = () => async () => await Promise.reject(new Error('the disk is full'))
  const csvContent = contentOf(Buffer.from('a,b\n1,2\n'))
  await expect(
    readTable({ request: csv('table'), content: csvContent, organizationId, receive: failing }),
  ).rejects.toThrow('the disk is full')
  const aborted = AbortSignal.abort(new Error('cancelled'))
  await expect(
    readTable({ request: excel, content: contentOf(good), organizationId, signal: aborted }),
  ).rejects.toThrow('cancelled')
})

async function chunksOf(file: FileOfTable, limits: Partial<ChunkLimits> = {}) {
  const options = { organizationId, limits: { ...chunkLimits, ...limits } }
  const { total, chunks } = await chunksOfFile(file, options)
  const all: FileChunk[] = []
  for await (const chunk of chunks) all.push(chunk)
  return { total, chunks: all }
}

it('gives a file in chunks with their places', async () => {
  const lines = Array.from({ length: 70 }, (_, id) => `${id},Person ${id}`)
  const file = {
    id: 'f',
    fileName: 'people.csv',
    content: contentOf(Buffer.from(`id,name\n${lines.join('\n')}\n`)),
  }
  const { total, chunks } = await chunksOf(file)
  expect(total).toBe(2)
  expect(chunks).toMatchObject([
    { number: 1, of: 2, file: { id: 'f', fileName: 'people.csv' }, range: 'A2:B51' },
    {
      number: 2,
      range: 'A52:B71',
      headerRange: 'A1:B1',
      columns: [{ name: 'id' }, { name: 'name' }],
    },
  ])
  expect(chunks[1]?.rows).toHaveLength(20)
  const book = await workbookOf({ sheet: '<sheetData><row><c><v>1</v></c></row></sheetData>' })
  const excel = { id: 'g', fileName: 'A.XLSX', content: contentOf(book) }
  expect(await chunksOf(excel)).toMatchObject({
    total: 1,
    chunks: [{ sheet: 'Data', range: 'A1', headerRange: null, rows: [{ 'Column A': 1 }] }],
  })
  expect(['a.csv', 'a.XLSX', 'a.xls', 'a.pdf'].map(isTableFile)).toEqual([true, true, false, false])
})

it('gives chunks across the blocks in which rows are stored', async () => {
  const lines = Array.from({ length: 1_230 }, (_, id) => `${id},Person ${id}`)
  const content = contentOf(Buffer.from(`id,name\n${lines.join('\n')}\n`))
  const file = { id: 'f', fileName: 'people.csv', content }
  const { total, chunks } = await chunksOf(file)
  expect(total).toBe(25)
  expect(chunks.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(lines.map((_, id) => id))
  expect(chunks.at(-1)).toMatchObject({ number: 25, of: 25, range: 'A1202:B1231' })
  await expect(chunksOf(file, { rows: 1_000 })).rejects.toThrow('more than 1,000 rows')
  await expect(chunksOf(file, { tableCharacters: 1_000 })).rejects.toThrow('1,000 characters')
  await expect(chunksOf(file, { packedBytes: 100 })).rejects.toThrow('too large')
})

it('gives the columns of a wide table in parts, each with the first column', async () => {
  const names = Array.from({ length: 101 }, (_, at) => `c${at}`)
  const rows = [1, 2].map((row) => names.map((_, at) => row * 1_000 + at).join(','))
  const content = contentOf(Buffer.from([names.join(','), ...rows].join('\n')))
  const { total, chunks } = await chunksOf({ id: 'f', fileName: 'wide.csv', content })
  expect(total).toBe(3)
  expect(chunks.map(({ columns }) => columns.length)).toEqual([50, 50, 3])
  expect(chunks[2]?.rows[1]).toEqual({ c0: 2000, c99: 2099, c100: 2100 })
})
