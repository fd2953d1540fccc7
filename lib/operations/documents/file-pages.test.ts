import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { documentPages, files } from '#db/schema/documents'
import { putFile } from '#lib/documents/file-store'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { pdfOfPages } from '#test/samples/sample-pages'
import { readFilePages, type ReadFile } from './read-file-pages.ts'
import { searchFilePages } from './search-file-pages.ts'

// Reading starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
useTestDatabase()
let organizationId: string
const root = () => path.join(env().DATA_DIR, 'files')
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
})
afterAll(async () => {
  await stopProcessPools()
  rmSync(root(), { recursive: true, force: true })
})

const options: Omit<ReadFile, 'fileId'> = { ocr: true, languages: ['eng'] }

async function stored(content: Uint8Array, fileName: string, mimeType: string) {
  const { storageKey, sha256, size } = await putFile(
    (async function* () {
      yield content
    })(),
    { maxBytes: 1e9 },
  )
  const id = newId()
  const values = { id, organizationId, fileName, mimeType, storageKey, sha256, size }
  await inOrganization(organizationId, (tx) => tx.insert(files).values(values))
  return { id, forgetBytes: () => rmSync(path.join(root(), storageKey)) }
}
const textFile = async (text: string, fileName = 'note.txt') =>
  await stored(Buffer.from(text), fileName, 'text/plain')
const textsOf = async (fileId: string, more: Partial<ReadFile> = {}) =>
  (await readFilePages(organizationId, { ...options, ...more, fileId })).pages.map(
    ({ text }) => text,
  )
const countOf = async (fileId: string) =>
  await inOrganization(organizationId, (tx) =>
    tx.$count(documentPages, eq(documentPages.fileId, fileId)),
  )

it('reads a file once, and takes what was read for the same bytes', async () => {
  const first = await textFile('The first\fThe second')
  expect(await textsOf(first.id)).toEqual(['The first', 'The second'])
  first.forgetBytes()
  expect(await textsOf(first.id)).toEqual(['The first', 'The second'])
  const same = await textFile('The first\fThe second', 'copy.txt')
  same.forgetBytes()
  expect(await textsOf(same.id)).toEqual(['The first', 'The second'])
  // A page of another kind is read by other rules.
  const page = await stored(Buffer.from('The first\fThe second'), 'copy.html', 'text/html')
  expect(await textsOf(page.id)).toHaveLength(1)
})

it('goes on where it was stopped, and keeps the boxes of words', async () => {
  const texts = Array.from({ length: 51 }, (_, index) => `Page ${index + 1}`)
  const pdf = await stored(await pdfOfPages(texts), 'letter.pdf', 'application/pdf')
  const stop = new AbortController()
  const onProgress = () => stop.abort(new Error('cancelled'))
  await expect(textsOf(pdf.id, { signal: stop.signal, onProgress })).rejects.toThrow('cancelled')
  expect(await countOf(pdf.id)).toBe(50)
  const progress: unknown[] = []
  expect(await textsOf(pdf.id, { onProgress: (step) => progress.push(step) })).toEqual(texts)
  expect(progress.at(-1)).toEqual({ read: 51, total: 51 })
  const { pages, fileName } = await readFilePages(organizationId, { ...options, fileId: pdf.id })
  expect(fileName).toBe('letter.pdf')
  expect(pages[0]).toMatchObject({ fileId: pdf.id, page: 1, width: 612, height: 792, how: 'text' })
  expect(pages[0]?.words[1]).toMatchObject({ text: '1', start: 5 })
  expect(pages[0]?.words[1]?.box.x).toBeGreaterThan(60)
})

it('forgets what was read with the file', async () => {
  const { id } = await textFile('Something')
  await textsOf(id)
  expect(await countOf(id)).toBe(1)
  await engineDb().delete(files).where(eq(files.id, id))
  expect(await countOf(id)).toBe(0)
})

it('reads no file of another organization, and copies nothing from there', async () => {
  const { id } = await textFile('Ours')
  await textsOf(id)
  const other = (await seedOrganization()).organizationId
  await expect(readFilePages(other, { ...options, fileId: id })).rejects.toMatchObject({
    statusCode: 404,
  })
  const search = { ...options, fileIds: [id], question: 'ours', limit: 5 }
  await expect(searchFilePages(other, search)).rejects.toMatchObject({ statusCode: 404 })
})

it('says why a file cannot be read, and stores nothing of it', async () => {
  const { id } = await textFile(' ')
  await expect(textsOf(id)).rejects.toMatchObject({
    statusCode: 422,
    message: 'There is no text in this document.',
    details: { reason: 'unreadable_document', fileId: id },
  })
  expect(await countOf(id)).toBe(0)
})

it('ranks pages by a question, without regard to accents, case and line ends', async () => {
  const policy = await textFile(
    [
      'Home health visits are limited to sixty each year.',
      'A denial may be appealed within 180 days. The reason is given in the letter.',
      'The reason of the denial:\nno prior authori-\nzation for Señor Peña.',
    ].join('\f'),
  )
  const other = await textFile('Nothing of this; but one denial.', 'other.txt')
  const ask = async (question: string, limit = 5) =>
    (
      await searchFilePages(organizationId, {
        ...options,
        fileIds: [policy.id, other.id],
        question,
        limit,
      })
    ).map(({ fileName, place }) => [fileName, place.page])
  const best = ['note.txt', 3]
  expect(await ask('What was the reason of the denials?')).toEqual([
    best,
    ['note.txt', 2],
    ['other.txt', 1],
  ])
  expect(await ask('AUTHORIZATION', 1)).toEqual([best])
  expect(await ask('senor pena')).toEqual([best])
  expect(await ask('chemotherapy')).toEqual([])
  expect(await ask("it's 'quoted' & | ! :* ()")).toEqual([])
  expect(await ask('?')).toEqual([])
})

it('answers the passage with its place', async () => {
  const { id } = await textFile('The claim was denied because the service is not covered.')
  const search = { ...options, fileIds: [id], question: 'why denied', limit: 1 }
  const [found] = await searchFilePages(organizationId, search)
  expect(found).toMatchObject({ fileName: 'note.txt', how: 'text', confidence: 1 })
  expect(found?.place).toMatchObject({ fileId: id, page: 1, start: 0, boxes: [] })
  const [match] = found?.matches ?? []
  expect(found?.place.text.slice(match?.start, match?.end)).toBe('denied')
})
