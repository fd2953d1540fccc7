import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { env } from '#lib/env'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { multipart, multipartHeaders, type Part } from '#test/samples/multipart'
import { docxOf, pdfOf } from '#test/samples/sample-documents'

const documentRoute = endpointsAt('/api/v2/policies/{policyId}/document')
const one = endpointsAt('/api/v2/policies/{policyId}')
const textRoute = endpointsAt('/api/v2/policies/{policyId}/text')
const all = endpointsAt('/api/v2/policies')

const api = useApi()
afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

type More = Parameters<typeof api.send>[2]
const address = '/api/v2/policies'
const create = (body: unknown, more: More = {}) => api.send(all.POST, address, { body, ...more })
const on = (handler: Parameters<typeof api.send>[0], policyId: string, more: More = {}) =>
  api.send(handler, `${address}/${policyId}`, { params: { policyId }, ...more })
const upload = (policyId: string, parts: Part[], more: More = {}) =>
  on(documentRoute.PUT, policyId, { body: multipart(...parts), headers: multipartHeaders, ...more })
const fileRows = () => inOrganization(api.organization.id, (tx) => tx.select().from(files))

describe('policies as text', () => {
  it('are made, read, changed and deleted, each act audited', async () => {
    const created = await create({ id: 'typed', title: 'Typed', text: '# Typed' })
    expect(created).toMatchObject({
      status: 201,
      body: { id: 'typed', title: 'Typed', text: '# Typed', length: 7, fileId: null },
    })
    expect(await on(one.PATCH, 'typed', { body: { text: 'Changed' } })).toMatchObject({
      status: 200,
      body: { title: 'Typed', text: 'Changed' },
    })
    expect((await on(one.GET, 'typed', { as: 'worker' })).body).toMatchObject({ text: 'Changed' })
    expect((await on(textRoute.GET, 'typed', { as: 'worker' })).body).toEqual({ text: 'Changed' })
    expect((await on(one.DELETE, 'typed')).status).toBe(204)
    expect((await on(one.GET, 'typed')).status).toBe(404)
    const actions = await inOrganization(api.organization.id, (tx) =>
      tx
        .select({ action: auditEntries.action })
        .from(auditEntries)
        .where(eq(auditEntries.objectId, 'typed')),
    )
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['policy.created', 'policy.changed', 'policy.deleted']),
    )
  })

  it('have an id of their own in the organization', async () => {
    await create({ id: 'taken', title: 'First', text: 'x' })
    const clash = await create({ id: 'taken', title: 'Second', text: 'y' })
    expect(clash).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: expect.stringContaining('"First"') },
    })
    expect(
      (
        await create(
          { id: 'taken', title: 'Elsewhere', text: 'x' },
          { organization: await organizationWithKeys() },
        )
      ).status,
    ).toBe(201)
  })

  it.each([
    [{ id: 'Not A Slug', title: 't', text: 'x' }, 'id'],
    [{ id: 'a', title: ' ', text: 'x' }, 'title'],
    [{ id: 'a', title: 't', text: ' \n' }, 'text'],
    [{ id: 'a', title: 't' }, 'text'],
    [{ id: 'a', title: 't', text: 'x', extra: 1 }, 'extra'],
  ])('%j is refused at the field', async (body, field) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', details: { issues: [{ path: field }] } },
    })
  })

  it('are listed by id, page by page, without their text', async () => {
    const organization = await organizationWithKeys()
    for (const id of ['c', 'a', 'b']) await create({ id, title: id, text: 'x' }, { organization })
    const list = async (query: string) =>
      (await api.send(all.GET, `${address}${query}`, { organization })).body as {
        items: { id: string }[]
        nextCursor: string | null
      }
    const first = await list('?limit=2')
    expect(first.items.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(first.items[0]).not.toHaveProperty('text')
    expect(
      await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`),
    ).toMatchObject({ items: [{ id: 'c' }], nextCursor: null })
  })

  it('are changed by those who build, and exist in their own organization only', async () => {
    await create({ id: 'mine', title: 'Mine', text: 'x' })
    expect((await create({ id: 'other', title: 't', text: 'x' }, { as: 'worker' })).status).toBe(
      403,
    )
    expect((await on(one.DELETE, 'mine', { as: 'worker' })).status).toBe(403)
    const organization = await organizationWithKeys()
    for (const handler of [one.GET, one.DELETE, textRoute.GET])
      expect((await on(handler, 'mine', { organization })).status).toBe(404)
    expect((await on(one.PATCH, 'mine', { organization, body: { title: 'Theirs' } })).status).toBe(
      404,
    )
  })
})

describe('policies as documents', () => {
  const pdf: Part = {
    name: 'file',
    fileName: 'Imaging policy.pdf',
    type: 'application/pdf',
    content: pdfOf('Imaging needs a number.'),
  }

  it('keep the document and give its text', async () => {
    expect(await upload('imaging', [pdf])).toMatchObject({
      status: 200,
      body: {
        id: 'imaging',
        title: 'Imaging policy',
        text: 'Imaging needs a number.',
        fileName: 'Imaging policy.pdf',
      },
    })
    const docx: Part = { name: 'file', fileName: 'new.docx', content: docxOf(['New text']) }
    const replaced = await upload('imaging', [
      docx,
      { name: 'title', content: 'Imaging, 2nd edition' },
    ])
    expect(replaced).toMatchObject({
      status: 200,
      body: { title: 'Imaging, 2nd edition', text: 'New text', fileName: 'new.docx' },
    })
    expect(await upload('imaging', [pdf])).toMatchObject({
      body: { title: 'Imaging, 2nd edition' },
    })
    expect((await on(textRoute.GET, 'imaging')).body).toEqual({ text: 'Imaging needs a number.' })
    // A text typed over it no longer is the document's.
    expect((await on(one.PATCH, 'imaging', { body: { text: 'Typed' } })).body).toMatchObject({
      text: 'Typed',
      fileId: null,
      fileName: null,
    })
  })

  it.each([
    ['an encrypted PDF', [{ ...pdf, content: pdfOf('x', { encrypted: true }) }], 400],
    ['a scan', [{ ...pdf, content: pdfOf('') }], 400],
    ['a spreadsheet', [{ ...pdf, fileName: 'a.xlsx' }], 400],
    ['no file', [{ name: 'title', content: 'x' }], 400],
    ['two files', [pdf, pdf], 400],
    ['another field', [pdf, { name: 'other', content: 'x' }], 400],
  ] as [string, Part[], number][])(
    '%s is refused, and nothing is kept',
    async (_what, parts, status) => {
      const before = (await fileRows()).length
      expect(await upload('refused', parts)).toMatchObject({
        status,
        body: { error: 'invalid_request' },
      })
      expect((await on(one.GET, 'refused')).status).toBe(404)
      expect(await fileRows()).toHaveLength(before)
    },
  )

  it('are uploaded as multipart, by those who build', async () => {
    expect((await on(documentRoute.PUT, 'imaging', { body: { text: 'x' } })).status).toBe(415)
    expect((await upload('imaging', [pdf], { as: 'worker' })).status).toBe(403)
    expect((await upload('Not A Slug', [pdf])).status).toBe(400)
  })
})
