import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server that speaks as much of S3 as the store needs, and refuses what careless servers take:
 * wrong signatures (SigV4), bodies without or with another SHA-256 or length, parts that are
 * missing, too small or out of order, and new names that are taken.
 */
const hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const base64 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

type Kept = { bytes: Buffer; checksum: string; meta?: string; at: Date }
type Upload = { key: string; parts: Map<number, Buffer>; meta?: string; at: Date }

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export const credentials = { accessKeyId: 'strict', secretAccessKey: 'a-strict-secret' }

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function keyFor(scope: string): Buffer | string {
  let key: Buffer | string = `AWS4${credentials.secretAccessKey}`
  for (const part of scope.split('/')) key = hmac(key, part)
  return key
}

/** A signature in the query, as in a presigned address: of a GET without a body, until it ends. */
function checkLink(
  { method, headers }: IncomingMessage,
  { pathname, searchParams }: URL,
  now: number,
): void {
  const value = (name: string): string => searchParams.get(name) ?? ''
  if (value('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw new Refused(400, 'InvalidRequest')
  const [id, ...scope] = value('X-Amz-Credential').split('/')
  if (id !== credentials.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  const date = value('X-Amz-Date')
  const begun = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'),
  )
  if (!(now <= begun + Number(value('X-Amz-Expires')) * 1000))
    throw new Refused(403, 'AccessDenied')
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
    .sort()
    .join('&')
  const signed = value('X-Amz-SignedHeaders')
  const lines = signed
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [method, pathname, query, lines, signed, 'UNSIGNED-PAYLOAD'].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), hex(canonical)].join('\n')
  if (hmac(keyFor(scope.join('/')), toSign).toString('hex') !== value('X-Amz-Signature'))
    throw new Refused(403, 'SignatureDoesNotMatch')
}

function checkSignature(request: IncomingMessage, url: URL): void {
  const match =
    /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\d{8}\/[\w-]+\/s3\/aws4_request), ?SignedHeaders=(\S+?), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    )
  const [, id, scope = '', signed = '', signature] = match ?? []
  if (id !== credentials.accessKeyId) throw new Refused(403, 'InvalidAccessKeyId')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = signed
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const body = String(request.headers['x-amz-content-sha256'])
  const canonical = [request.method, url.pathname, query, headers, signed, body].join('\n')
  const date = String(request.headers['x-amz-date'])
  const toSign = ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n')
  if (hmac(keyFor(scope), toSign).toString('hex') !== signature)
    throw new Refused(403, 'SignatureDoesNotMatch')
}

function checkBody({ headers, method }: IncomingMessage, body: Buffer, isData: boolean): void {
  if (headers['x-amz-content-sha256'] !== hex(body))
    throw new Refused(400, 'XAmzContentSHA256Mismatch')
  if (method !== 'PUT' || !isData) return
  if (Number(headers['content-length']) !== body.byteLength)
    throw new Refused(411, 'MissingContentLength')
  if (headers['x-amz-checksum-sha256'] !== base64(body)) throw new Refused(400, 'BadDigest')
}

const minPart = 5 * 1024 * 1024

/** Starts it with one bucket on a free port of 127.0.0.1. */
export async function startStrictS3(bucket = 'rounds') {
  const objects = new Map<string, Kept>()
  const uploads = new Map<string, Upload>()
  const faults: number[] = []
  const away = new Set<string>()
  const clock = { aheadMs: 0 }

  function complete(id: string, body: string): Kept {
    const upload = uploads.get(id)
    if (!upload) throw new Refused(404, 'NoSuchUpload')
    const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n))
    if (named.some((number, index) => number !== index + 1))
      throw new Refused(400, 'InvalidPartOrder')
    const parts = named.map((number) => upload.parts.get(number))
    const bytes = parts.map((part, index) => {
      if (!part) throw new Refused(400, 'InvalidPart')
      if (index < parts.length - 1 && part.byteLength < minPart)
        throw new Refused(400, 'EntityTooSmall')
      return part
    })
    const hashes = bytes.map((part) => createHash('sha256').update(part).digest())
    const checksum = `${base64(Buffer.concat(hashes))}-${parts.length}`
    uploads.delete(id)
    const { meta } = upload
    return { bytes: Buffer.concat(bytes), checksum, at: new Date(), ...(meta ? { meta } : {}) }
  }

  function read(request: IncomingMessage, response: ServerResponse, key: string): void {
    const kept = objects.get(key)
    if (!kept) throw new Refused(404, 'NoSuchKey')
    response.setHeader('etag', `"${hex(kept.bytes)}"`)
    if (request.headers['x-amz-checksum-mode'] === 'ENABLED')
      response.setHeader('x-amz-checksum-sha256', kept.checksum)
    if (kept.meta) response.setHeader('x-amz-meta-part-bytes', kept.meta)
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    if (!range) return void response.end(request.method === 'HEAD' ? undefined : kept.bytes)
    if (Number(range[1]) >= kept.bytes.byteLength) throw new Refused(416, 'InvalidRange')
    const end = range[2] ? Number(range[2]) + 1 : undefined
    response.writeHead(206).end(kept.bytes.subarray(Number(range[1]), end))
  }

  function list(response: ServerResponse, url: URL): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, 3)
    const contents = page.map((key) => {
      const { bytes, at } = objects.get(key) as Kept
      const size = bytes.byteLength
      const time = at.toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><Size>${size}</Size></Contents>`
    })
    const next = keys.length > 3 ? `<NextContinuationToken>${page[2]}</NextContinuationToken>` : ''
    response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  function listUploads(response: ServerResponse): void {
    const each = [...uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    response.end(`<ListMultipartUploadsResult>${each.join('')}</ListMultipartUploadsResult>`)
  }

  function post(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer) {
    const query = new URL(request.url ?? '', 'http://s3').searchParams
    const id = query.get('uploadId')
    if (id !== null) {
      objects.set(key, complete(id, body.toString('utf8')))
      return void response.end('<CompleteMultipartUploadResult/>')
    }
    const meta = request.headers['x-amz-meta-part-bytes']
    const upload = `upload-${uploads.size}-${Date.now()}`
    const about = typeof meta === 'string' ? { meta } : {}
    uploads.set(upload, { key, parts: new Map(), at: new Date(), ...about })
    response.end(
      `<InitiateMultipartUploadResult><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function put(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer) {
    const query = new URL(request.url ?? '', 'http://s3').searchParams
    const id = query.get('uploadId')
    const source = request.headers['x-amz-copy-source']
    if (typeof source === 'string') {
      const [of, ...names] = decodeURIComponent(source).split('/')
      const from = of === bucket ? objects.get(names.join('/')) : undefined
      if (!from) throw new Refused(404, 'NoSuchKey')
      objects.set(key, { ...from, at: new Date() })
      return void response.end('<CopyObjectResult/>')
    }
    if (id !== null) {
      const upload = uploads.get(id)
      if (!upload) throw new Refused(404, 'NoSuchUpload')
      upload.parts.set(Number(query.get('partNumber')), body)
    } else if (request.headers['if-none-match'] === '*' && objects.has(key))
      throw new Refused(412, 'PreconditionFailed')
    else objects.set(key, { bytes: body, checksum: base64(body), at: new Date() })
    response.setHeader('etag', `"${hex(body)}"`).end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const fault = faults.shift()
    if (fault !== undefined) throw new Refused(fault, 'Fault')
    const isLink = url.searchParams.has('X-Amz-Signature')
    if (isLink) checkLink(request, url, Date.now() + clock.aheadMs)
    else checkSignature(request, url)
    for (const [name, header] of [
      ['response-content-type', 'content-type'],
      ['response-content-disposition', 'content-disposition'],
    ] as const) {
      const asked = url.searchParams.get(name)
      if (asked !== null) response.setHeader(header, asked)
    }
    if (!isLink) checkBody(request, body, request.headers['x-amz-copy-source'] === undefined)
    const [, named, ...names] = decodeURIComponent(url.pathname).split('/')
    if (named !== bucket) throw new Refused(404, 'NoSuchBucket')
    const key = names.join('/')
    if (away.has(key)) throw new Refused(503, 'ServiceUnavailable')
    if (key === '')
      return url.searchParams.has('uploads') ? listUploads(response) : list(response, url)
    if (request.method === 'PUT') return put(request, response, key, body)
    if (request.method === 'POST') return post(request, response, key, body)
    if (request.method !== 'DELETE') return read(request, response, key)
    const id = url.searchParams.get('uploadId')
    if (id === null) objects.delete(key)
    else uploads.delete(id)
    response.writeHead(204).end()
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refused ? error : new Refused(500, String(error))
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    objects,
    uploads,
    /** Statuses that the next requests get. */
    faults,
    /** The keys of objects that cannot be asked for at the moment. */
    away,
    /** The settings with which an installation keeps its files here. */
    settings: (prefix: string) => ({
      FILES_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_PREFIX: prefix,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
    /** How far its clock is ahead, for signed addresses. */
    clock,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
