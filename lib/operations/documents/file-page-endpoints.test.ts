import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { pdfOfPages } from '#test/samples/sample-pages'

// Reading starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const address = '/api/v2/files'
const list = endpointsAt('/api/v2/files/{id}/pages')
const one = endpointsAt('/api/v2/files/{id}/pages/{page}')
const picture = endpointsAt('/api/v2/files/{id}/pages/{page}/picture')
const search = endpointsAt('/api/v2/files/{id}/search')
const files = endpointsAt(address)
const api = useApi()

type Content = string | Uint8Array

async function uploaded(fileName: string, type: string, content: Content): Promise<string> {
  const body = multipart({ name: 'file', fileName, type, content })
  const sent = await api.send(files.POST, address, { body, headers: multipartHeaders })
  expect(sent.status).toBe(201)
  return (sent.body as { id: string }).id
}
let letter: string
let note: string
beforeAll(async () => {
  const pdf = await pdfOfPages([{ lines: ['One'], size: [72, 144] }, 'Two'])
  letter = await uploaded('letter.pdf', 'application/pdf', pdf)
  note = await uploaded('note.txt', 'text/plain', 'First\fSecond')
})

type Asking = { organization?: Awaited<ReturnType<typeof organizationWithKeys>> }
const pagesOf = async (id: string, more: Asking = {}) =>
  await api.send(list.GET, `${address}/${id}/pages`, { params: { id }, ...more })
const pageOf = async (id: string, page: string) =>
  await api.send(one.GET, `${address}/${id}/pages/${page}`, { params: { id, page } })
const pictureOf = async (id: string, page: string, query = '') =>
  await picture.GET(
    new Request(`http://localhost:3000${address}/${id}/pages/${page}/picture${query}`, {
      headers: { authorization: `Bearer ${api.organization.keys.builder}` },
    }),
    { id, page },
  )

it('lists the pages of a document, and sections of a text', async () => {
  expect(await pagesOf(note)).toMatchObject({
    status: 200,
    body: { fileName: 'note.txt', drawn: false, pages: [{ page: 1 }, { page: 2, width: 0 }] },
  })
})

it('answers the text of a page, and says that there is no such page', async () => {
  expect(await pageOf(note, '2')).toMatchObject({ status: 200, body: { page: 2, text: 'Second' } })
  expect(await pageOf(note, '3')).toMatchObject({ status: 404 })
  expect(await pageOf(note, '0')).toMatchObject({ status: 400 })
})

it('answers the cells of a part of a table', async () => {
  const id = await uploaded('a.csv', 'text/csv', 'Id,Name\n1,Ada\n')
  expect(await pagesOf(id)).toMatchObject({
    status: 200,
    body: { drawn: false, pages: [{ page: 1, cells: { sheet: '', range: 'A2:B2' } }] },
  })
  const table = {
    columns: ['A', 'B'],
    rows: [{ header: true }, { number: 2, cells: ['1', 'Ada'] }],
  }
  expect(await pageOf(id, '1')).toMatchObject({ status: 200, body: { table } })
})

const found = async (id: string, q: string) => {
  const query = `?q=${encodeURIComponent(q)}`
  return await api.send(search.GET, `${address}/${id}/search${query}`, { params: { id } })
}

it('finds words on any page, without regard to case and line breaks, and nothing by a pattern', async () => {
  const text = 'Dr. Müller wrote\nto MÜLLER (a+b).\fdr. müller wrote to them'
  const id = await uploaded('search.txt', 'text/plain', text)
  const places = async (q: string) => {
    const { body } = await found(id, q)
    return (body['places'] as { page: number; text: string }[]).map((place) => [
      place.page,
      place.text,
    ])
  }
  expect(await places('müller wrote to')).toEqual([
    [1, 'Müller wrote\nto'],
    [2, 'müller wrote to'],
  ])
  expect(await places('MÜLLER')).toHaveLength(3)
  expect(await places('(a+b)')).toEqual([[1, '(a+b)']])
  expect(await places('m.ller')).toEqual([])
  expect(await found(id, 'x')).toMatchObject({ status: 400 })
})

it('answers where the words stand on a drawn page, and says that there are more', async () => {
  const { body } = await found(letter, 'one')
  expect(body).toMatchObject({ places: [{ page: 1, text: 'One', boxes: [{}] }], more: false })
  const many = await uploaded('many.txt', 'text/plain', 'again '.repeat(201))
  const all = (await found(many, 'again')).body
  expect(all['more']).toBe(true)
  expect(all['places']).toHaveLength(200)
})

it('says why a document has no pages', async () => {
  const id = await uploaded('a.zip', 'application/zip', 'PK\x03\x04')
  expect(await pagesOf(id)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('The pages of this file cannot be read.') },
  })
  expect((await pictureOf(note, '1')).status).toBe(422)
})

it('keeps the documents of other organizations to them', async () => {
  const organization = await organizationWithKeys()
  expect(await pagesOf(letter, { organization })).toMatchObject({ status: 404 })
})

it('draws a page for its viewer only, and records who looked', async () => {
  const found = await pagesOf(letter)
  expect(found).toMatchObject({
    status: 200,
    body: { drawn: true, pages: [{ page: 1, width: 72, height: 144, how: 'text' }, { page: 2 }] },
  })
  const drawn = await pictureOf(letter, '1')
  expect(drawn.headers.get('content-type')).toBe('image/png')
  expect(drawn.headers.get('cache-control')).toBe('private, no-store')
  const bytes = Buffer.from(await drawn.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([110, 220])
  const fine = Buffer.from(await (await pictureOf(letter, '1', '?resolution=fine')).arrayBuffer())
  expect(fine.readUInt32BE(16)).toBe(200)
  expect((await pictureOf(letter, '3')).status).toBe(422)
  const views = await inOrganization(api.organization.id, (tx) =>
    tx
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'file.view'), eq(auditEntries.objectId, letter))),
  )
  expect(views.map(({ details }) => details)).toEqual([{ page: 1 }, { page: 1 }])
})
