import { afterAll, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { pdfOfPages } from '#test/samples/sample-pages'
import { drawPage } from './draw-page.ts'
import { pageLimits, readPages, type PageOptions, type PageSource } from './read-pages.ts'

// Each starts a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const source = (bytes: Uint8Array, about: Partial<PageSource> = {}): PageSource => ({
  fileId: 'file',
  fileName: 'letter.pdf',
  mimeType: 'application/pdf',
  bytes,
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
