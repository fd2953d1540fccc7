import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from '#test/fakes/provider-server'
import { payerDocsDocuware } from './docuware.ts'

const never = new AbortController().signal
const cabinetId = '8d36692d-e694-4d8c-93db-e97c98897515'
const platform = '/DocuWare/Platform'
const cabinet = `${platform}/FileCabinets/${cabinetId}`
const known = new Set([
  'Condition',
  'Operation',
  'Start',
  'Count',
  'SortOrder',
  'ForceRefresh',
  'IncludeSuggestions',
  'AdditionalCabinets',
  'AdditionalResultFields',
])
const fields = [
  { DBFieldName: 'PATIENT_ID', DisplayName: 'Patient id', DWFieldType: 'Text', SystemField: false },
  {
    DBFieldName: 'DOCUMENT_TYPE',
    DisplayName: 'Document type',
    DWFieldType: 'Text',
    SystemField: false,
  },
  { DBFieldName: 'RECEIVED', DisplayName: 'Received', DWFieldType: 'Date', SystemField: false },
  { DBFieldName: 'AMOUNT', DisplayName: 'Amount', DWFieldType: 'Decimal', SystemField: false },
]
const documentOf = (id: number) => ({
  Id: id,
  Title: `EOB ${id}`,
  ContentType: 'application/pdf',
  FileSize: 10,
  TotalPages: 1,
  FileCabinetId: cabinetId,
  CreatedAt: '/Date(1772841600000)/',
  LastModified: '/Date(1772841600000)/',
  Fields: [
    {
      SystemField: true,
      FieldName: 'DWDOCID',
      FieldLabel: 'Doc ID',
      IsNull: false,
      Item: id,
      ItemElementName: 'Int',
    },
    {
      SystemField: false,
      FieldName: 'PATIENT_ID',
      FieldLabel: 'Patient id',
      IsNull: false,
      Item: 'EMR-1',
      ItemElementName: 'String',
    },
    {
      SystemField: false,
      FieldName: 'DOCUMENT_TYPE',
      FieldLabel: 'Document type',
      IsNull: false,
      Item: 'EOB',
      ItemElementName: 'String',
    },
    {
      SystemField: false,
      FieldName: 'RECEIVED',
      FieldLabel: 'Received',
      IsNull: false,
      Item: '/Date(1772323200000)/',
      ItemElementName: 'Date',
    },
    {
      SystemField: false,
      FieldName: 'AMOUNT',
      FieldLabel: 'Amount',
      IsNull: false,
      Item: 12.5,
      ItemElementName: 'Decimal',
    },
    {
      SystemField: false,
      FieldName: 'TAGS',
      FieldLabel: 'Tags',
      IsNull: false,
      Item: { Keyword: ['a', 'b'] },
      ItemElementName: 'Keywords',
    },
    {
      SystemField: false,
      FieldName: 'NOTE',
      FieldLabel: 'Note',
      IsNull: true,
      Item: null,
      ItemElementName: 'String',
    },
  ],
})
let server: ProviderServer
let total: number
let tokens: number
let identity: string

/**
 * Answers like DocuWare's Platform service (7.10): checks the token and the fields of a dialog
 * expression, and refuses like DocuWare.
 */
function answer({ method, url, headers, body, json }: ProviderCall): ProviderAnswer {
  const path = url.pathname
  if (path === `${platform}/Home/IdentityServiceInfo`)
    return { status: 200, body: { IdentityServiceUrl: identity } }
  if (path === '/DocuWare/Identity/.well-known/openid-configuration')
    return { status: 200, body: { token_endpoint: '/DocuWare/Identity/connect/token' } }
  if (path === '/DocuWare/Identity/connect/token') {
    const form = Object.fromEntries(new URLSearchParams(body))
    if (
      headers['content-type'] !== 'application/x-www-form-urlencoded' ||
      form['grant_type'] !== 'password' ||
      form['scope'] !== 'docuware.platform' ||
      form['client_id'] !== 'docuware.platform.net.client'
    )
      return { status: 400, body: { error: 'invalid_client' } }
    if (form['username'] !== 'rounds' || form['password'] !== 'secret')
      return { status: 400, body: { error: 'invalid_grant' } }
    return {
      status: 200,
      body: { access_token: `token-${++tokens}`, expires_in: 3600, token_type: 'Bearer' },
    }
  }
  if (headers.authorization !== `Bearer token-${tokens}`) return { status: 401 }
  if (method === 'GET' && path === cabinet)
    return { status: 200, body: { Id: cabinetId, Name: 'Payers', Fields: fields } }
  if (method === 'POST' && path === `${cabinet}/Query/DialogExpression`) {
    const sent = json() as {
      Condition?: { DBName: string; Value: string[] }[]
      Start?: number
      Count?: number
      Operation?: string
    }
    if (
      Object.keys(sent).some((name) => !known.has(name)) ||
      sent.Operation !== 'And' ||
      !sent.Condition?.every(
        ({ DBName, Value }) =>
          fields.some(({ DBFieldName }) => DBFieldName === DBName) && Value.length === 1,
      )
    )
      return { status: 400, body: { Message: 'no' } }
    const start = sent.Start ?? 0
    const end = Math.min(start + (sent.Count ?? 0), total)
    return {
      status: 200,
      body: {
        Count: { HasMore: end < total, Value: total },
        Items: Array.from({ length: Math.max(0, end - start) }, (_entry, index) =>
          documentOf(start + index + 1),
        ),
      },
    }
  }
  const [, id = '', download] =
    new RegExp(`^${cabinet}/Documents/(\\d+)(/FileDownload)?$`).exec(path) ?? []
  if (method !== 'GET' || id === '' || Number(id) > total)
    return { status: 404, body: { Message: 'not found' } }
  if (!download) return { status: 200, body: documentOf(Number(id)) }
  if (url.searchParams.get('targetFileType') !== 'Auto') return { status: 400 }
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="x.pdf"; filename*=UTF-8''EOB%20${id}.pdf`,
    },
    body: '%PDF-1.7',
  }
}

beforeAll(async () => {
  server = await startProviderServer(answer)
})
afterAll(async () => await server.close())
let account = 0
beforeEach(() => {
  server.calls.length = 0
  server.instead.length = 0
  total = 3
  tokens = 0
  account++
  identity = `${server.baseUrl}/DocuWare/Identity`
})

/**
 * Tokens are cached by account: another token address for each test makes its account another one.
 */
const open = (config: object = {}, secrets: object = { password: 'secret' }) =>
  payerDocsDocuware.open({
    config: payerDocsDocuware.config.parse({
      address: server.baseUrl,
      user: 'rounds',
      fileCabinetId: cabinetId,
      tokenUrl: `${server.baseUrl}/DocuWare/Identity/connect/token?account=${account}`,
      ...config,
    }),
    secrets,
    store: memoryStore(),
    allowPrivate: [server.host],
  })
const search = (...criteria: [string, string][]) =>
  open().searchDocuments(
    criteria.map(([Key, Value]) => ({ Key, Value })),
    never,
  )
const conditions = () =>
  server.calls
    .filter(({ url }) => url.pathname.endsWith('DialogExpression'))
    .map((call) => (call.json() as { Condition: unknown }).Condition)

describe('a file cabinet of DocuWare', () => {
  it('answers documents with their fields', async () => {
    total = 1
    expect(await search(['PATIENT_ID', 'EMR-1'])).toEqual([
      {
        documentId: '1',
        documentType: 'EOB',
        fileName: 'EOB 1.pdf',
        mimeType: 'application/pdf',
        receivedDate: '2026-03-07',
        keys: [
          { Key: 'PATIENT_ID', Value: 'EMR-1' },
          { Key: 'DOCUMENT_TYPE', Value: 'EOB' },
          { Key: 'RECEIVED', Value: '2026-03-01' },
          { Key: 'AMOUNT', Value: '12.5' },
          { Key: 'TAGS', Value: 'a' },
          { Key: 'TAGS', Value: 'b' },
        ],
      },
    ])
    expect(
      (
        await open({ dateField: 'received' }).searchDocuments(
          [{ Key: 'patient_id', Value: 'x' }],
          never,
        )
      )[0]?.receivedDate,
    ).toBe('2026-03-01')
  })

  it('is searched by all criteria, by database name or label; words as one phrase', async () => {
    await search(
      ['patient ID', 'EMR-1'],
      ['DOCUMENT_TYPE', 'Explanation of "Benefits"'],
      ['document type', 'EOB*'],
      ['Received', '2026-03-01'],
      ['AMOUNT', '12.5'],
    )
    expect(conditions()).toEqual([
      [
        { DBName: 'PATIENT_ID', Value: ['"EMR-1"'] },
        { DBName: 'DOCUMENT_TYPE', Value: ['"Explanation of Benefits"'] },
        { DBName: 'DOCUMENT_TYPE', Value: ['EOB*'] },
        { DBName: 'RECEIVED', Value: ['2026-03-01'] },
        { DBName: 'AMOUNT', Value: ['12.5'] },
      ],
    ])
  })

  it('names its fields when searched by another', async () => {
    await expect(search(['PATIENT_ID', 'x'], ['Colour', 'red'])).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: [
          {
            path: '1.Key',
            message: expect.stringContaining('PATIENT_ID, DOCUMENT_TYPE, RECEIVED, AMOUNT'),
          },
        ],
      },
    })
    expect(conditions()).toEqual([])
  })

  it('is read to its last page, up to the limit', async () => {
    total = 450
    expect((await search(['AMOUNT', '1'])).map(({ documentId }) => Number(documentId))).toEqual(
      Array.from({ length: 450 }, (_entry, index) => index + 1),
    )
    expect(conditions()).toHaveLength(3)
    total = 0
    expect(await search(['AMOUNT', '1'])).toEqual([])
    total = 1001
    await expect(search(['AMOUNT', '1'])).rejects.toMatchObject({ code: 'result_too_large' })
    total = 1000
    expect(await search(['AMOUNT', '1'])).toHaveLength(1000)
  })

  it('gives files', async () => {
    const { content, ...file } = await open().fetchDocument('2', never)
    expect(file).toEqual({ fileName: 'EOB 2.pdf', mimeType: 'application/pdf' })
    expect(Buffer.from(content).toString()).toBe('%PDF-1.7')
    for (const id of ['99', 'x', '../1', ''])
      await expect(open().fetchDocument(id, never)).rejects.toMatchObject({
        code: 'not_found',
        statusCode: 404,
      })
  })

  it('signs in once, and again when its token is refused', async () => {
    const port = open()
    await port.test(never)
    await port.test(never)
    expect(tokens).toBe(1)
    server.instead.push({ status: 401 })
    expect(await port.test(never)).toContain('Payers has 4 fields')
    expect(tokens).toBe(2)
  })

  it('finds out where to sign in, on its own host only', async () => {
    expect(
      await open({ tokenUrl: undefined, address: `${server.baseUrl}/DocuWare/Platform` }).test(
        never,
      ),
    ).toContain('took our credentials')
    expect(server.calls.map(({ url }) => url.pathname)).toEqual([
      `${platform}/Home/IdentityServiceInfo`,
      '/DocuWare/Identity/.well-known/openid-configuration',
      '/DocuWare/Identity/connect/token',
      cabinet,
    ])
    identity = 'https://login.example.com/identity'
    await expect(open({ tokenUrl: undefined, user: 'other' }).test(never)).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('login.example.com'),
      details: { code: 'sign_in_elsewhere' },
    })
  })

  it('says when the credentials are wrong or missing', async () => {
    await expect(open({}, { password: 'wrong' }).test(never)).rejects.toMatchObject({
      code: 'provider_error',
      message: expect.stringContaining('refused our credentials'),
    })
    await expect(open({}, {}).test(never)).rejects.toMatchObject({
      message: expect.stringContaining('needs the password'),
    })
    expect(server.calls.filter(({ body }) => body.includes('wrong'))).toHaveLength(1)
  })

  it.each<[ProviderAnswer, object]>([
    [{ status: 403 }, { status: 403 }],
    [{ status: 404 }, { status: 404 }],
    [{ status: 429, headers: { 'retry-after': '60' } }, { status: 429 }],
    [{ status: 200, body: 'garbage' }, { status: 200 }],
    [{ status: 200, body: { Fields: 1 } }, { status: 200 }],
  ])('%j is a provider_error', async (given, details) => {
    const port = open()
    await port.test(never)
    server.instead.push(given)
    await expect(
      port.searchDocuments([{ Key: 'AMOUNT', Value: '1' }], never),
    ).rejects.toMatchObject({
      code: 'provider_error',
      statusCode: 502,
      details: { provider: 'docuware', ...details },
    })
  })

  it('waits no longer than its time limit', async () => {
    server.instead.push('hang')
    await expect(open({ timeoutSeconds: 1 }).test(never)).rejects.toMatchObject({
      code: 'provider_timeout',
      statusCode: 504,
    })
  })
})
