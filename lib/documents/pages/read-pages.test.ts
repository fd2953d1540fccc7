import { afterAll, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import type { Content } from '#lib/process-pool/kind'
import { pdfOfPages } from '#test/samples/sample-pages'
import { workbookOf } from '#test/samples/workbooks'
import { tableOfPage } from './cells-of-page.ts'
import { drawPage } from './draw-page.ts'
import { findQuote } from './find-quote.ts'
import { pageLimits, readPages, type PageOptions, type PageSource } from './read-pages.ts'

// Each starts a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const contentOf = (bytes: Uint8Array): Content => ({
  size: bytes.byteLength,
  async *read() {
    yield bytes
    await Promise.resolve()
  },
})
const source = (bytes: Uint8Array, about: Partial<PageSource> = {}): PageSource => ({
  fileId: 'file',
  fileName: 'letter.pdf',
  mimeType: 'application/pdf',
  content: contentOf(bytes),
  ...about,
})
const options: PageOptions = { organizationId: 'one', ocr: true, languages: ['eng'] }

async function batchesOf(of: PageSource, more: Partial<PageOptions> = {}) {
  const batches = []
  for await (const batch of readPages(of, { ...options, ...more })) batches.push(batch)
  return batches
}
const refusalOf = async (of: PageSource, more: Partial<PageOptions> = {}) =>
  await batchesOf(of, more).then(
    () => 'no refusal',
    (error: { statusCode: number; message: string }) => `${error.statusCode} ${error.message}`,
  )

it('reads the pages of a file in a process, in batches with their words', async () => {
  const texts = Array.from({ length: 51 }, (_, index) => `Page ${index + 1}`)
  const batches = await batchesOf(source(await pdfOfPages(texts)))
  expect(batches.map(({ total, pages }) => [total, pages.length])).toEqual([
    [51, 50],
    [51, 1],
  ])
  expect(batches.flatMap(({ pages }) => pages.map(({ text }) => text))).toEqual(texts)
  const [page] = batches[0]?.pages ?? []
  expect(page).toMatchObject({ fileId: 'file', page: 1, how: 'text', confidence: 1 })
  expect(page?.words.map(({ text }) => text)).toEqual(['Page', '1'])
})

it('refuses what is too much, or no document, with a sentence', async () => {
  const pdf = await pdfOfPages(['One', 'Two'])
  const limited = (limits: Partial<typeof pageLimits>) => ({ limits: { ...pageLimits, ...limits } })
  expect(await refusalOf(source(pdf), limited({ pages: 1 }))).toBe(
    '422 This document has 2 pages; at most 1 are read. Split it.',
  )
  expect(await refusalOf(source(pdf), limited({ bytes: 100 }))).toMatch(/^422 .* is larger than/)
  const zip = { fileName: 'a.zip', mimeType: 'application/zip' }
  expect(await refusalOf(source(pdf, zip))).toMatch(/^422 The pages of this file cannot be/)
  // Its first bytes are those of no picture.
  const png = { fileName: 'a.png', mimeType: 'application/octet-stream' }
  expect(await refusalOf(source(pdf, png))).toMatch(/^422 This file is called \.png, but it is/)
  expect(await refusalOf(source(Buffer.from('%PDF- cut off')))).toMatch(/^422 This PDF is cut off/)
})

it('is stopped by its signal, with its reason', async () => {
  const controller = new AbortController()
  const reading = batchesOf(source(await pdfOfPages(['One'])), { signal: controller.signal })
  controller.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})

it('draws a page of a PDF, and refuses to draw one of a text', async () => {
  const ask = { organizationId: 'one', page: 1, dpi: 72 }
  const pdf = await pdfOfPages([{ lines: ['x'], size: [30, 20] }])
  const { mimeType, content } = await drawPage(source(pdf), ask)
  expect([mimeType, content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([
    'image/png',
    30,
    20,
  ])
  const text = source(Buffer.from('x'), { fileName: 'a.txt', mimeType: 'text/plain' })
  await expect(drawPage(text, ask)).rejects.toMatchObject({ statusCode: 422 })
})

it('reads a table in parts of fifty rows, whose words are its cells', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `${index + 1},Person ${index + 1}`)
  const text = `Id,Ｎame\n${rows.join('\n')}\n`
  const csv = source(Buffer.from(text), { fileName: 'people.csv', mimeType: 'text/csv' })
  const [batch, ...more] = await batchesOf(csv)
  expect(more).toEqual([])
  expect(batch).toMatchObject({
    total: 2,
    pages: [
      { page: 1, cells: { sheet: '', range: 'A2:B51' }, width: 0 },
      { page: 2, cells: { sheet: '', range: 'A52:B61' } },
    ],
  })
  const last = batch?.pages[1]
  if (!last) throw new Error('no second part')
  expect(last.text).toMatch(/^cells A52:B61, part 2 of 2\n\| Id \| Name \|\n/)
  expect(findQuote([last], '| 60 | Person 60 |')).toMatchObject({ cells: { range: 'A61:B61' } })
  expect(findQuote([last], 'Name')).toMatchObject({ cells: { range: 'B1' } })
  expect(findQuote([last], 'Person 60 | 61')).toBeUndefined()
  expect(tableOfPage(last)).toMatchObject({ columns: ['A', 'B'] })
  expect(tableOfPage(last)?.rows.slice(0, 2)).toEqual([
    { number: 1, header: true, cells: ['Id', 'Name'] },
    { number: 52, header: false, cells: ['51', 'Person 51'] },
  ])
})

it('says why a table cannot be read', async () => {
  const named = { fileName: 'a.xlsx', mimeType: 'application/octet-stream' }
  expect(await refusalOf(source(Buffer.from('no archive'), named))).toMatch(/^422 .*Excel/)
  const empty = source(await workbookOf({ sheet: '<sheetData></sheetData>' }), named)
  expect(await refusalOf(empty)).toBe('422 There are no cells with values in this file.')
})
