import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { multipart, multipartHeaders, type Part } from '#test/samples/multipart'

const content = endpointsAt('/api/v2/files/{id}/content')
const one = endpointsAt('/api/v2/files/{id}')
const all = endpointsAt('/api/v2/files')
const link = endpointsAt('/api/v2/files/{id}/link')

const api = useApi()
const address = '/api/v2/files'
const pdf: Part = {
  name: 'file',
  fileName: 'referral.pdf',
  type: 'application/pdf',
  content: '%PDF-1.7 a page',
}
const megabyte = 1024 * 1024

const upload = (...parts: Part[]) =>
  api.send(all.POST, address, { body: multipart(...parts), headers: multipartHeaders })
const ask = (
  id: string,
  options: { organization?: Awaited<ReturnType<typeof organizationWithKeys>> } = {},
) => api.send(one.GET, `${address}/${id}`, { params: { id }, ...options })
const download = (id: string, role: 'builder' | 'worker' = 'builder') =>
  content.GET(
    new Request(`http://localhost:3000${address}/${id}/content`, {
      headers: { authorization: `Bearer ${api.organization.keys[role]}` },
    }),
    { id },
  )

/** The names of all stored files, including partial ones. */
const stored = () =>
  existsSync(path.join(env().DATA_DIR, 'files'))
    ? readdirSync(path.join(env().DATA_DIR, 'files'), {
        recursive: true,
        withFileTypes: true,
      }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    : []
const records = () =>
  inOrganization(api.organization.id, (tx) => tx.select({ id: files.id }).from(files))

/** An upload of `size` bytes that is generated while it is read; counts what was read. */
function streamed(size: number, headers: Record<string, string> = {}) {
  const [head = '', tail = ''] = Buffer.from(multipart({ ...pdf, content: 'CONTENT' }))
    .toString()
    .split('CONTENT')
  const chunk = new Uint8Array(megabyte).fill(65)
  let read = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull(controller) {
      if (read >= size) {
        controller.enqueue(Buffer.from(tail))
        controller.close()
        return
      }
      const next = chunk.subarray(0, Math.min(megabyte, size - read))
      read += next.length
      controller.enqueue(next)
    },
  })
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      authorization: `Bearer ${api.organization.keys.owner}`,
      ...multipartHeaders,
      ...headers,
    },
  }
  const request = new Request(`http://localhost:3000${address}`, init as RequestInit)
  return { answer: all.POST(request, {}), read: () => read }
}

it('a file of the folder has our own address as its link, which is no download yet', async () => {
  const id = String((await upload(pdf)).body['id'])
  const { body } = await api.send(link.GET, `${address}/${id}/link`, { params: { id } })
  const url = `${env().BASE_URL}/api/v2/files/${id}/content`
  expect(body).toEqual({ url, direct: false, expiresAt: null })
  const entries = await inOrganization(api.organization.id, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)),
  )
  expect(entries.map(({ action }) => action)).toEqual(['file.upload'])
})

afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

describe('uploading', () => {
  it('makes one file for one Idempotency-Key, and keeps no other bytes', async () => {
    const send = (part: Part) =>
      api.send(all.POST, address, {
        body: multipart(part),
        headers: { ...multipartHeaders, 'idempotency-key': 'one file' },
      })
    const before = stored().length
    const first = await send(pdf)
    const second = await send(pdf)
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await send({ ...pdf, content: '%PDF-1.7 another page' })
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused' } })
    expect(stored().length).toBe(before + 1)
  })

  it('stores the bytes under a generated key, and answers their type', async () => {
    const { status, body } = await upload(pdf)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      fileName: 'referral.pdf',
      mimeType: 'application/pdf',
      size: 15,
      sha256: createHash('sha256').update('%PDF-1.7 a page').digest('hex'),
      createdBy: 'owner',
      createdAt: expect.any(String),
    })
    const [row] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(files)
        .where(eq(files.id, String(body['id']))),
    )
    expect(row?.storageKey).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)
    expect(stored()).toContain(path.basename(row?.storageKey ?? ''))
    const [entry] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.objectId, String(body['id']))),
    )
    expect(entry).toMatchObject({
      action: 'file.upload',
      actorName: 'owner',
      details: { size: 15, mimeType: 'application/pdf' },
    })
  })

  it.each([
    ['folders', '../../etc/passwd', 'passwd'],
    ['Windows folders', 'C:\\scans\\page.pdf', 'page.pdf'],
    ['only dots', '..', 'file'],
    ['a hidden extension', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a name of 10 KB', `${'n'.repeat(10_000)}.pdf`, `${'n'.repeat(196)}.pdf`],
    ['other scripts', 'Überweisung – 紹介.pdf', 'Überweisung – 紹介.pdf'],
  ])('makes a harmless name of %s', async (_what, fileName, expected) => {
    expect(await upload({ ...pdf, fileName })).toMatchObject({
      status: 201,
      body: { fileName: expected },
    })
  })

  it.each([
    [
      'a page that calls itself a PDF',
      'application/pdf',
      '<script>alert(1)</script>',
      'application/octet-stream',
    ],
    ['a PDF that calls itself a page', 'text/html', '%PDF-1.4', 'application/pdf'],
    [
      'a Word file',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'PK\u0003\u0004…',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['a list', 'text/csv; charset=utf-8', 'a,b', 'text/csv'],
    ['something without a type', 'x', 'abc', 'text/plain'],
  ])('tells the type of %s by its bytes', async (_what, type, text, mimeType) => {
    expect(await upload({ ...pdf, type, content: text })).toMatchObject({
      status: 201,
      body: { mimeType },
    })
  })

  const json = { 'content-type': 'application/json' }
  it.each<[string, Parameters<typeof api.send>[2], number, string]>([
    [
      'no credential',
      { body: multipart(pdf), headers: multipartHeaders, as: null },
      401,
      'unauthorized',
    ],
    [
      'JSON that names a file of the server',
      { body: '{"files":{"x":{"filepath":"/etc/passwd"}}}', headers: json },
      415,
      'unsupported_media_type',
    ],
    [
      'a form without files',
      { body: 'file=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    [
      'multipart without a boundary',
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      415,
      'unsupported_media_type',
    ],
    ['no body', { headers: multipartHeaders }, 400, 'invalid_request'],
    ['no file', { body: multipart(), headers: multipartHeaders }, 400, 'invalid_request'],
    [
      'an empty file',
      { body: multipart({ ...pdf, content: '' }), headers: multipartHeaders },
      400,
      'invalid_request',
    ],
    ['two files', { body: multipart(pdf, pdf), headers: multipartHeaders }, 400, 'invalid_request'],
    [
      'a file in another field',
      { body: multipart({ ...pdf, name: 'upload' }), headers: multipartHeaders },
      400,
      'invalid_request',
    ],
    [
      'another field',
      { body: multipart(pdf, { name: 'path', content: '/tmp/x' }), headers: multipartHeaders },
      400,
      'invalid_request',
    ],
    [
      'a body cut off',
      { body: multipart(pdf).subarray(0, 150), headers: multipartHeaders },
      400,
      'invalid_request',
    ],
    [
      'something that is not multipart',
      { body: 'nothing of the kind', headers: multipartHeaders },
      400,
      'invalid_request',
    ],
  ])('refuses %s and keeps nothing', async (_what, sent, status, error) => {
    const before = [stored().length, (await records()).length]
    expect(await api.send(all.POST, address, sent)).toMatchObject({
      status,
      body: { error, statusCode: status, message: expect.any(String), details: expect.any(Object) },
    })
    expect([stored().length, (await records()).length]).toEqual(before)
  })

  it('takes 200 MB to the byte', async () => {
    const response = await streamed(200 * megabyte).answer
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ size: 200 * megabyte })
  })

  it('refuses one byte more while it reads, and keeps nothing', async () => {
    const before = stored().length
    const { answer, read } = streamed(260 * megabyte)
    const response = await answer
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: 'payload_too_large', details: { maxBytes: 200 * megabyte } },
    ])
    expect(read()).toBeLessThan(210 * megabyte)
    expect(stored()).toHaveLength(before)
  })

  it('refuses by the announced length before it reads anything', async () => {
    const { answer, read } = streamed(210 * megabyte, { 'content-length': String(210 * megabyte) })
    expect((await answer).status).toBe(413)
    expect(read()).toBeLessThan(3 * megabyte)
  })
})

describe('reading', () => {
  it('answers the bytes as an attachment that no browser executes, and is audited', async () => {
    const { body } = await upload({
      ...pdf,
      fileName: 'Ärztin (A).svg',
      type: 'image/svg+xml',
      content: '<svg onload="alert(1)"/>',
    })
    const id = String(body['id'])
    const response = await download(id)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-length': '24',
      'content-disposition': `attachment; filename="_rztin (A).svg"; filename*=UTF-8''%C3%84rztin%20%28A%29.svg`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'x-request-id': expect.any(String),
    })
    expect(await response.text()).toBe('<svg onload="alert(1)"/>')
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)),
    )
    expect(entries.map(({ action, actorName }) => [action, actorName])).toContainEqual([
      'file.download',
      'builder',
    ])
  })

  it('is of one organization', async () => {
    const { body } = await upload(pdf)
    const stranger = await organizationWithKeys()
    expect((await ask(String(body['id']))).body).toEqual(body)
    expect(await ask(String(body['id']), { organization: stranger })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  })

  it.each([
    ['an unknown id', newId(), 404],
    ['a path', '../../etc/passwd', 400],
    ['an encoded path', '..%2f..%2fetc%2fpasswd', 400],
    ['a NUL', 'a\0b', 400],
  ])('answers %s without touching the disk', async (_what, id, status) => {
    expect((await ask(id)).status).toBe(status)
    expect((await download(id)).status).toBe(status)
  })

  it('is not there for a worker who has nothing to do with it', async () => {
    const { body } = await upload(pdf)
    const id = String(body['id'])
    const read = await api.send(one.GET, `${address}/${id}`, { params: { id }, as: 'worker' })
    const { status } = await download(id, 'worker')
    expect([read.status, status]).toEqual([404, 404])
    const own = await api.send(all.POST, address, {
      body: multipart(pdf),
      headers: multipartHeaders,
      as: 'worker',
    })
    expect((await download(String(own.body['id']), 'worker')).status).toBe(200)
  })

  it('answers 503 when the bytes are missing', async () => {
    const { body } = await upload(pdf)
    const id = String(body['id'])
    const [row] = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(files).where(eq(files.id, id)),
    )
    rmSync(path.join(env().DATA_DIR, 'files', row?.storageKey ?? 'none'))
    const response = await download(id)
    expect([response.status, await response.json()]).toMatchObject([503, { error: 'unavailable' }])
  })
})
