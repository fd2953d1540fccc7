import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CsvWriteOptions } from '#lib/domain/tables/options'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { csvOptions, csvWriteOptions, excelOptions } from '#test/samples/read-tables'
import { bytesOf } from '#test/samples/workbooks'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { runFileContent } from '../files/run-file-content.ts'
import { storeRunFile } from '../files/store-run-file.ts'
import { readRunTable, type ReadRunTable } from './read-run-table.ts'
import { runTableIndex, runTableRows } from './run-table.ts'
import { writeRunTable, type WriteRunTable } from './write-run-table.ts'

// Each read starts a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })

useTestDatabase()

let organizationId = ''
let fileId = ''
const runId = newId()
const base = { runId, createdBy: 'a test', signal: new AbortController().signal }
const csv: ReadRunTable['read'] = { do: 'csv', options: csvOptions }

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  const lines = Array.from({ length: 700 }, (_, id) => `${id},Member ${id},00${id}`)
  const stored = await storeRunFile(organizationId, {
    ...base,
    key: 'upload',
    fileName: 'members.csv',
    mimeType: 'text/csv',
    content: Buffer.from(`id,name,code\n${lines.join('\n')}\n`),
  })
  fileId = stored.id
})
afterAll(stopProcessPools)

const read = (more: Partial<ReadRunTable> = {}, organization = organizationId) =>
  readRunTable(organization, { ...base, key: 'read', fileId, as: 'list', read: csv, ...more })
const write = (key: string, what: WriteRunTable['write']) =>
  writeRunTable(organizationId, { ...base, key, fileName: `${key}.x`, write: what })
const sheet = { name: 'Members', header: true, widths: {}, formats: {} }

it('stores a table once for a key; its rows are read in parts and written to CSV and Excel', async () => {
  const { table, rowCount, rows } = await read({ as: 'table' })
  expect({ rowCount, rows }).toEqual({ rowCount: 700, rows: [] })
  const tableFileId = table?.tableFileId ?? ''
  expect((await read({ as: 'table' })).table?.tableFileId).toBe(tableFileId)
  expect(await runTableIndex(organizationId, tableFileId)).toMatchObject({
    rowCount: 700,
    source: { fileId, fileName: 'members.csv', headerRow: 1 },
    runs: [{ first: 2, count: 700 }],
  })
  expect(await runTableRows(organizationId, tableFileId, { from: 499, count: 2 })).toEqual([
    [499, 'Member 499', '00499'],
    [500, 'Member 500', '00500'],
  ])

  const excel = await write('excel', {
    do: 'excel',
    sheets: [{ ...sheet, rows: { tableFileId }, columnOrder: ['code'] }],
  })
  expect(excel).toMatchObject({
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  const back = await read({ fileId: excel.id, read: { do: 'excel', options: excelOptions } })
  expect(back.columns.map(({ name }) => name)).toEqual(['code', 'id', 'name'])
  expect(back.rows[699]).toEqual(['00699', 699, 'Member 699'])

  const options: CsvWriteOptions = {
    ...csvWriteOptions,
    header: false,
    delimiter: 'tab',
    lineEnd: 'lf',
  }
  const rewritten = await write('csv', {
    do: 'csv',
    table: { rows: { tableFileId }, columnOrder: ['name'] },
    options,
  })
  const { read: pieces, mimeType } = await runFileContent(organizationId, rewritten.id)
  expect(mimeType).toBe('text/csv')
  expect((await bytesOf(pieces())).toString().slice(0, 26)).toBe('Member 0\t0\t000\nMember 1\t1\t')
})

it('finds no file and no table of another organization', async () => {
  const { table } = await read({ as: 'table' })
  const other = (await seedOrganization()).organizationId
  const missing = { code: 'not_found' }
  await expect(read({}, other)).rejects.toMatchObject(missing)
  const tableFileId = table?.tableFileId ?? ''
  await expect(runTableIndex(other, tableFileId)).rejects.toMatchObject(missing)
  await expect(
    writeRunTable(other, {
      ...base,
      key: 'stolen',
      fileName: 'a.xlsx',
      write: { do: 'excel', sheets: [{ ...sheet, rows: { tableFileId }, columnOrder: [] }] },
    }),
  ).rejects.toMatchObject(missing)
})

it('says that a file is no stored table, and that one cannot be read', async () => {
  await expect(runTableRows(organizationId, fileId, { from: 0, count: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ message: expect.stringContaining('no stored table') }] },
  })
  const excel = { do: 'excel', options: excelOptions } as const
  await expect(read({ as: 'table', key: 'other', read: excel })).rejects.toMatchObject({
    details: { issues: [{ message: expect.stringContaining('not an Excel file (.xlsx)') }] },
  })
})
