import { rmSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { env } from '#lib/env'
import { randomToken } from '#lib/ids'
import { eicar, startClamd } from '#test/fakes/clamd'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { quotedRun } from '#test/harness/quoted-run'
import { seedWorkflow } from '#test/harness/seed-organization'
import { fromThePage } from '#test/harness/from-the-page'
import { graph } from '#test/samples/graph'
import { multipart, multipartHeaders } from '#test/samples/multipart'

const formRoute = endpointsAt('/api/v2/public/forms/{token}')
const filesRoute = endpointsAt('/api/v2/public/forms/{token}/files')
const uploadsRoute = endpointsAt('/api/v2/public/forms/{token}/uploads')
const contentRoute = endpointsAt('/api/v2/public/forms/{token}/uploads/{id}/content')
const memberUploads = endpointsAt('/api/v2/uploads')
const memberContent = endpointsAt('/api/v2/uploads/{id}/content')

const api = useApi()
const token = randomToken()

const scans = {
  type: 'array',
  'x-formFieldType': 'multi-file',
  'x-formFileTypes': ['application/pdf'],
  'x-formFileMaxMegabytes': 0.001,
}
const startData = {
  type: 'object',
  properties: {
    scans,
    visits: { type: 'array', items: { type: 'object', properties: { scans } } },
    how: { oneOf: [{ type: 'object', properties: { scans } }, { type: 'string' }] },
    sign: {
      type: 'object',
      'x-formFieldType': 'signature',
      'x-formSignatureStatement': 'I agree.',
    },
    consent: { type: 'object', 'x-formFieldType': 'signature' },
    count: { type: 'integer' },
    price: { type: 'number', default: 2 },
    total: { type: 'number', maximum: 100, 'x-formCalculate': 'count * price' },
    plan: { type: 'string', readOnly: true, default: 'basic' },
    card: { type: 'string', pattern: '^\\d+$', errorMessage: { pattern: 'Only digits.' } },
  },
}

beforeAll(async () => {
  const definition = {
    ...graph('one', { one: { type: 'transform', config: { value: 1 } } }),
    startData,
    settings: {
      form: {
        translations: { es: { '/schema/properties/sign/x-formSignatureStatement': 'Acepto.' } },
      },
    },
  }
  const { workflowId } = await seedWorkflow(api.organization.id, definition, 'Fields')
  await inOrganization(api.organization.id, (tx) =>
    tx
      .update(workflows)
      .set({ formToken: token, formPublic: true })
      .where(eq(workflows.id, workflowId)),
  )
})
afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

const submit = (data: unknown, language = 'en') =>
  api.send(formRoute.POST, `/api/v2/public/forms/${token}?language=${language}`, {
    params: { token },
    as: null,
    body: { data },
    headers: fromThePage,
  })
const issuesOf = async (data: unknown, language?: string) => {
  const { status, body } = await submit(data, language)
  const { issues } = (body['details'] ?? { issues: [] }) as {
    issues?: { path: string; message: string }[]
  }
  return [status, ...(issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)]
}
async function storedOf(data: unknown, language?: string) {
  const { status, body } = await submit(data, language)
  expect(status).toBe(202)
  const run = await quotedRun(api.organization.id, body['reference'])
  return run?.startData as Record<string, unknown>
}
const upload = (fileName: string, content: string | Buffer, type = 'application/pdf') =>
  api.send(filesRoute.POST, `/api/v2/public/forms/${token}/files`, {
    params: { token },
    as: null,
    body: multipart({ name: 'file', fileName, type, content }),
    headers: multipartHeaders,
  })
async function uploaded(...given: Parameters<typeof upload>) {
  const { status, body } = await upload(...given)
  expect(status).toBe(201)
  return { id: String(body['id']), fileName: given[0] }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const png = Buffer.concat([
  signature,
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
  chunk('IEND', Buffer.alloc(0)),
])

const wrongType = 'This kind of file is not taken here. Choose a file of the type PDF.'

describe('files of a form', () => {
  it('are of the types and sizes of their fields, also in entries and alternatives', async () => {
    const good = await uploaded('a.pdf', '%PDF-1')
    const text = await uploaded('a.txt', 'text', 'text/plain')
    const disguised = await uploaded('b.pdf', 'no PDF')
    const large = await uploaded('c.pdf', `%PDF-${'1'.repeat(2000)}`)
    expect((await storedOf({ scans: [good] }))['scans']).toEqual([good])
    const data = {
      scans: [good, text, disguised],
      visits: [{}, { scans: [large] }],
      how: { scans: [text] },
    }
    expect(await issuesOf(data)).toEqual([
      400,
      `data.scans.1.id: ${wrongType}`,
      `data.scans.2.id: ${wrongType}`,
      'data.visits.1.scans.0.id: This file is larger than 0.001 MB. Choose a smaller one.',
      `data.how.scans.0.id: ${wrongType}`,
    ])
  })

  it.each([
    ['evil.exe', 'MZ\0\0'],
    ['evil.pdf', 'MZ\0\0'],
    ['evil.pdf.js', 'alert(1)'],
  ])('are no programs: %s', async (name, content) => {
    expect(await upload(name, content)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Programs are not taken here.') },
    })
  })

  it('are no programs: refused before a byte of it is sent', async () => {
    const { status } = await api.send(uploadsRoute.POST, `/api/v2/public/forms/${token}/uploads`, {
      params: { token },
      as: null,
      body: { fileName: 'setup.EXE', size: 4 },
    })
    expect(status).toBe(422)
  })
})

describe('signatures', () => {
  it('have their time and sentence from the server', async () => {
    const before = Date.now()
    const forged = { signedAt: '2001-01-01T00:00:00Z', statement: 'Nothing.' }
    const { sign } = await storedOf({ sign: { kind: 'typed', name: 'Ada Byron', ...forged } })
    const { signedAt, ...rest } = sign as Record<string, unknown>
    expect(rest).toEqual({ kind: 'typed', name: 'Ada Byron', statement: 'I agree.' })
    expect(Date.parse(String(signedAt))).toBeGreaterThanOrEqual(before)
  })

  it('have the sentence in the language in which it was read, as the refusal of a file', async () => {
    const { sign, consent } = await storedOf(
      { sign: { kind: 'typed', name: 'Ada Byron' }, consent: { kind: 'typed', name: 'Ada Byron' } },
      'es',
    )
    expect([sign, consent]).toMatchObject([
      { statement: 'Acepto.' },
      { statement: expect.stringContaining('Al firmar confirmo') },
    ])
    const wrong = await uploaded('b.pdf', 'no PDF')
    expect(await issuesOf({ scans: [wrong] }, 'es')).toEqual([
      400,
      'data.scans.0.id: Aquí no se acepta este tipo de archivo. Elija un archivo del tipo PDF.',
    ])
  })

  it('are a real PNG when drawn', async () => {
    const image = await uploaded('signature.png', png, 'image/png')
    expect((await storedOf({ sign: { kind: 'drawn', image } }))['sign']).toMatchObject({ image })
    const damaged = await uploaded('signature.png', png.subarray(0, 50), 'image/png')
    const other = await uploaded('signature.png', '%PDF-1', 'image/png')
    for (const wrong of [damaged, other])
      expect(await issuesOf({ sign: { kind: 'drawn', image: wrong } })).toEqual([
        400,
        'data.sign.image.id: This is no picture of a signature. Draw it again, or type the name.',
      ])
  })

  it.each([{}, { kind: 'typed' }, { kind: 'drawn', name: 'Ada' }, { kind: 'x', name: 'Ada' }])(
    'are refused as %j',
    async (sign) => {
      const issues = await issuesOf({ sign })
      expect(issues[1]).toBe('data.sign: Sign here: draw your signature, or type your name.')
    },
  )
})

it('calculates on the server, with defaults, whatever was sent', async () => {
  expect(await storedOf({ count: 3, total: 1 })).toMatchObject({ count: 3, price: 2, total: 6 })
  expect(await storedOf({ total: 5, plan: 'gold' })).toEqual({ price: 2, plan: 'basic' })
  expect(await issuesOf({ count: 90 })).toEqual([400, 'data.total: This must be at most 100.'])
})

it("says what does not fit in the author's words", async () => {
  expect(await issuesOf({ card: 'x' })).toEqual([400, 'data.card: Only digits.'])
})

describe('with a virus scanner', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    clamd = await startClamd()
    Object.assign(env(), { CLAMAV_URL: clamd.address })
  })
  afterAll(async () => {
    Object.assign(env(), { CLAMAV_URL: undefined })
    await clamd.close()
  })
  const refused = { status: 422, body: { message: expect.stringContaining('contains a virus') } }

  it('keeps no file with a virus', async () => {
    expect(await upload('a.pdf', `%PDF-1 ${eicar}`)).toMatchObject(refused)
    expect((await upload('a.pdf', '%PDF-1')).status).toBe(201)
    expect(clamd.connections()).toBe(2)
  })

  it('keeps none that is sent in parts, and takes none while the scanner is away', async () => {
    const begin = async (content: string) =>
      String(
        (
          await api.send(memberUploads.POST, '/api/v2/uploads', {
            body: { fileName: 'a.pdf', size: content.length },
          })
        ).body['id'],
      )
    const send = (id: string, offset: number, content: string) =>
      api.send(memberContent.PUT, `/api/v2/uploads/${id}/content?offset=${offset}`, {
        params: { id },
        body: Buffer.from(content),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const infected = await begin(eicar)
    expect(await send(infected, 0, eicar)).toMatchObject(refused)
    expect((await send(infected, 0, eicar)).status).toBe(404)

    const clean = await begin('%PDF-1')
    Object.assign(env(), { CLAMAV_URL: 'tcp://127.0.0.1:1' })
    expect(await send(clean, 0, '%PDF-1')).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('cannot be checked for viruses') },
    })
    Object.assign(env(), { CLAMAV_URL: clamd.address })
    expect(await send(clean, 6, '')).toMatchObject({ status: 200, body: { file: { id: clean } } })
  })
})

it('sends the parts of a stranger through the same checks', async () => {
  const params = { token }
  const { body } = await api.send(uploadsRoute.POST, `/api/v2/public/forms/${token}/uploads`, {
    params,
    as: null,
    body: { fileName: 'scan.pdf', size: 4 },
  })
  const id = String(body['id'])
  const path_ = `/api/v2/public/forms/${token}/uploads/${id}/content?offset=0`
  const sent = await api.send(contentRoute.PUT, path_, {
    params: { token, id },
    as: null,
    body: Buffer.from('MZ\0\0'),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(sent.status).toBe(422)
})
