import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files, uploads } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { workflows } from '#db/schema/workflows'
import {
  joinParts,
  newStorageKey,
  openFile,
  removeParts,
  writePart,
} from '#lib/documents/file-store'
import { env } from '#lib/env'
import { newId, randomToken } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { fromThePage } from '#test/harness/from-the-page'
import { sweepUnfinishedUploads } from '../history/sweep-uploads.ts'

const fileContent = endpointsAt('/api/v2/files/{id}/content')
const publicSubmit = endpointsAt('/api/v2/public/forms/{token}')
const publicContent = endpointsAt('/api/v2/public/forms/{token}/uploads/{id}/content')
const publicOne = endpointsAt('/api/v2/public/forms/{token}/uploads/{id}')
const publicAll = endpointsAt('/api/v2/public/forms/{token}/uploads')
const content = endpointsAt('/api/v2/uploads/{id}/content')
const one = endpointsAt('/api/v2/uploads/{id}')
const all = endpointsAt('/api/v2/uploads')

const api = useApi()
type Sent = Parameters<typeof api.send>[2]

const bytes = Buffer.from('%PDF-1.7 the first half, and the second half')
const half = 24
const sha256 = (data: Uint8Array, encoding: 'hex' | 'base64') =>
  createHash('sha256').update(data).digest(encoding)
const about = { fileName: 'scan.pdf', mimeType: 'application/pdf', size: bytes.length }

const begin = (body: object = about, more: Sent = {}) =>
  api.send(all.POST, '/api/v2/uploads', { body, ...more })
const started = async (): Promise<string> => String((await begin()).body['id'])
const look = (id: string, more: Sent = {}) =>
  api.send(one.GET, `/api/v2/uploads/${id}`, { params: { id }, ...more })
const send = (id: string, offset: number, body: Uint8Array, more: Sent = {}) =>
  api.send(content.PUT, `/api/v2/uploads/${id}/content?offset=${offset}`, {
    method: 'PUT',
    params: { id },
    body,
    headers: { 'content-type': 'application/octet-stream' },
    ...more,
  })
const download = async (id: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${api.organization.keys.owner}` }
  const request = new Request(`http://localhost:3000/api/v2/files/${id}/content`, { headers })
  const answer = await fileContent.GET(request, { id })
  return Buffer.from(await answer.arrayBuffer())
}

afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

describe('an upload in parts', () => {
  it('goes on where it stopped, and becomes a file with the same id', async () => {
    const first = await begin()
    expect(first.status).toBe(201)
    const id = String(first.body['id'])
    expect(first.body).toEqual({ id, size: bytes.length, received: 0, file: null })
    expect((await send(id, 0, bytes.subarray(0, half))).body).toMatchObject({ received: half })
    expect((await look(id)).body).toMatchObject({ received: half, file: null })
    const last = await send(id, half, bytes.subarray(half))
    const file = {
      id,
      fileName: 'scan.pdf',
      mimeType: 'application/pdf',
      size: bytes.length,
      sha256: sha256(bytes, 'hex'),
      createdBy: 'owner',
      createdAt: expect.any(String),
    }
    expect(last).toMatchObject({ status: 200, body: { received: bytes.length, file } })
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)),
    )
    expect(entries.map(({ action }) => action).sort()).toEqual(['file.upload', 'file.upload_begun'])
    expect((await download(id)).equals(bytes)).toBe(true)
  })

  it('answers the file again when the last answer was lost', async () => {
    const id = await started()
    const { body } = await send(id, 0, bytes)
    expect(await send(id, 0, bytes)).toMatchObject({ status: 200, body })
    expect((await look(id)).body).toEqual(body)
  })

  it('is finished by nothing more than the last byte, also after a stop in between', async () => {
    const id = await started()
    await send(id, 0, bytes.subarray(0, half))
    const [row] = await engineDb().select().from(uploads).where(eq(uploads.id, id))
    // As after a process that ended between the last part and the file.
    const rest = (async function* () {
      yield bytes.subarray(half)
    })()
    await writePart(row?.storageKey ?? '', half, rest, { maxBytes: 100 })
    await engineDb().update(uploads).set({ received: bytes.length }).where(eq(uploads.id, id))
    expect((await look(id)).body).toMatchObject({ received: bytes.length, file: null })
    const nothing = () => send(id, bytes.length, Buffer.alloc(0))
    const answers = await Promise.all([nothing(), nothing(), nothing()])
    for (const { body } of answers) expect(body).toMatchObject({ file: { id } })
    expect((await download(id)).equals(bytes)).toBe(true)
  })

  it('stays whole when nothing more is sent while another request finishes it', async () => {
    const id = await started()
    const [row] = await engineDb().select().from(uploads).where(eq(uploads.id, id))
    const storageKey = row?.storageKey ?? ''
    const all = (async function* () {
      yield bytes
    })()
    await writePart(storageKey, 0, all, { maxBytes: 100 })
    await engineDb().update(uploads).set({ received: bytes.length }).where(eq(uploads.id, id))
    // The other request has made the file and has not committed its record yet.
    await joinParts(storageKey, bytes.length)
    const answer = await send(id, bytes.length, Buffer.alloc(0))
    expect(answer.body).toMatchObject({ file: { id, sha256: sha256(bytes, 'hex') } })
    expect((await download(id)).equals(bytes)).toBe(true)
  })

  it('is not replaced by parts that arrive after it was made', async () => {
    const storageKey = newStorageKey()
    const part = async function* (text: string) {
      yield Buffer.from(text)
    }
    await writePart(storageKey, 0, part('whole'), { maxBytes: 5 })
    const first = await joinParts(storageKey, 5)
    await writePart(storageKey, 0, part('wh'), { maxBytes: 2 })
    expect(await joinParts(storageKey, 5)).toEqual(first)
    expect(await new Response(await openFile(storageKey)).text()).toBe('whole')
  })

  it('begins again when its parts are lost', async () => {
    const id = await started()
    await send(id, 0, bytes.subarray(0, half))
    const [row] = await engineDb().select().from(uploads).where(eq(uploads.id, id))
    await removeParts(row?.storageKey ?? '')
    const refused = await send(id, half, bytes.subarray(half))
    expect(refused).toMatchObject({ status: 409, body: { details: { received: 0 } } })
    expect((await send(id, 0, bytes)).status).toBe(200)
    expect((await download(id)).equals(bytes)).toBe(true)
  })

  it('says where it goes on to a part from elsewhere', async () => {
    const id = await started()
    await send(id, 0, bytes.subarray(0, half))
    for (const offset of [0, half - 1, bytes.length])
      expect(await send(id, offset, bytes.subarray(offset))).toMatchObject({
        status: 409,
        body: { error: 'conflict', details: { received: half } },
      })
    expect((await send(id, half, bytes.subarray(half))).body).toMatchObject({ file: { id } })
  })

  it('makes one file when two finish it at the same moment', async () => {
    const id = await started()
    const answers = await Promise.all([send(id, 0, bytes), send(id, 0, bytes)])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await download(id)).equals(bytes)).toBe(true)
    expect((await look(id)).body).toMatchObject({ file: { id, sha256: sha256(bytes, 'hex') } })
  })

  it('takes a part only when its digest fits', async () => {
    const id = await started()
    const digest = (data: Uint8Array) => ({
      'content-digest': `sha-256=:${sha256(data, 'base64')}:`,
    })
    const wrong = { headers: digest(Buffer.from('other')) }
    const right = { headers: digest(bytes) }
    expect(await send(id, 0, bytes, wrong)).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'Content-Digest' }] } },
    })
    expect((await look(id)).body).toMatchObject({ received: 0 })
    expect((await send(id, 0, bytes, right)).body).toMatchObject({ file: { id } })
  })

  it('accepts no more bytes than the file was declared to have', async () => {
    const id = await started()
    await send(id, 0, bytes.subarray(0, half))
    const longer = Buffer.concat([bytes.subarray(half), Buffer.from('and more')])
    expect(await send(id, half, longer)).toMatchObject({ status: 413 })
    expect((await look(id)).body).toMatchObject({ received: half, file: null })
    await send(id, half, bytes.subarray(half))
    expect((await download(id)).equals(bytes)).toBe(true)
  })

  it('keeps what was there when a part is cut off', async () => {
    const id = await started()
    await send(id, 0, bytes.subarray(0, half))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.subarray(half, half + 3)),
      pull: (controller) => controller.error(new Error('the line went dead')),
    })
    const headers = { authorization: `Bearer ${api.organization.keys.owner}` }
    const address = `http://localhost:3000/api/v2/uploads/${id}/content?offset=${half}`
    const init = { method: 'PUT', body, duplex: 'half', headers } as RequestInit
    const params = { id }
    const { status } = await content.PUT(new Request(address, init), params)
    expect([status, (await look(id)).body['received']]).toEqual([400, half])
    await send(id, half, bytes.subarray(half))
    expect((await download(id)).equals(bytes)).toBe(true)
  })

  it.each<[string, object, number]>([
    ['an empty file', { ...about, size: 0 }, 400],
    ['a file that is too large', { ...about, size: 200 * 1024 * 1024 + 1 }, 413],
    ['a file without a name', { ...about, fileName: '' }, 400],
  ])('is not begun for %s', async (_what, body, status) =>
    expect((await begin(body)).status).toBe(status),
  )

  it('is visible only to the caller who started it', async () => {
    const id = await started()
    const organization = await organizationWithKeys()
    for (const more of [{ organization }, { as: 'worker' as const }]) {
      expect((await look(id, more)).status).toBe(404)
      expect((await send(id, 0, bytes, more)).status).toBe(404)
    }
    expect((await look(id)).body).toMatchObject({ received: 0 })
  })

  it('is deleted with its bytes when no part arrived for a day', async () => {
    const old = await started()
    const young = await started()
    await send(old, 0, bytes.subarray(0, half))
    await send(young, 0, bytes.subarray(0, half))
    const updatedAt = new Date(Date.now() - 25 * 3_600_000)
    await engineDb().update(uploads).set({ updatedAt }).where(eq(uploads.id, old))
    expect(await sweepUnfinishedUploads()).toBe(1)
    expect([(await look(old)).status, (await look(young)).status]).toEqual([404, 200])
    expect((await send(young, half, bytes.subarray(half))).body).toMatchObject({
      file: { id: young },
    })
  })
})

describe('an upload in parts for a shared form', () => {
  const startData = {
    type: 'object',
    properties: { documents: { type: 'array', 'x-formFieldType': 'multi-file' } },
  }
  async function shared(): Promise<string> {
    const definition = { ...graph('one', { one: { type: 'transform', config: { value: 1 } } }) }
    const { workflowId } = await seedWorkflow(api.organization.id, { ...definition, startData })
    const formToken = randomToken()
    await inOrganization(api.organization.id, (tx) =>
      tx
        .update(workflows)
        .set({ slug: `f-${newId()}`, formToken, formPublic: true })
        .where(eq(workflows.id, workflowId)),
    )
    return formToken
  }
  const at = (token: string) => `/api/v2/public/forms/${token}/uploads`
  const beginFor = (token: string) =>
    api.send(publicAll.POST, at(token), { params: { token }, as: null, body: about })
  const lookFor = (token: string, id: string) =>
    api.send(publicOne.GET, `${at(token)}/${id}`, { params: { token, id }, as: null })
  const sendFor = (token: string, id: string, offset: number, body: Uint8Array) =>
    api.send(publicContent.PUT, `${at(token)}/${id}/content?offset=${offset}`, {
      method: 'PUT',
      params: { token, id },
      as: null,
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const handIn = (token: string, id: string) =>
    api.send(publicSubmit.POST, `/api/v2/public/forms/${token}`, {
      params: { token },
      as: null,
      body: { data: { documents: [{ id, fileName: 'scan.pdf' }] } },
      headers: fromThePage,
    })

  it('is refused until it is finished, then submitted, then hidden from the public', async () => {
    const token = await shared()
    const id = String((await beginFor(token)).body['id'])
    await sendFor(token, id, 0, bytes.subarray(0, half))
    const message = 'This file is still being sent. Send its last part first.'
    expect(await handIn(token, id)).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data.documents.0.id', message }] } },
    })
    const { body } = await sendFor(token, id, half, bytes.subarray(half))
    const file = { id, fileName: 'scan.pdf', mimeType: 'application/pdf', size: bytes.length }
    expect(body).toEqual({ id, size: bytes.length, received: bytes.length, file })
    expect((await lookFor(token, id)).body).toEqual(body)
    const kept = () =>
      inOrganization(api.organization.id, (tx) =>
        tx.select({ unclaimed: files.unclaimed }).from(files).where(eq(files.id, id)),
      )
    expect(await kept()).toEqual([{ unclaimed: true }])
    expect((await handIn(token, id)).status).toBe(202)
    expect(await kept()).toEqual([{ unclaimed: false }])
    expect((await lookFor(token, id)).status).toBe(404)
  })

  it('belongs to its form', async () => {
    const token = await shared()
    const other = await shared()
    const id = String((await beginFor(token)).body['id'])
    expect((await lookFor(other, id)).status).toBe(404)
    expect((await sendFor(other, id, 0, bytes)).status).toBe(404)
    expect((await look(id)).status).toBe(404)
    expect((await beginFor(randomToken())).status).toBe(404)
  })
})
