import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import type { FileLink, LinkedFile } from '../port.ts'
import { signLink } from './sign-link.ts'
import { ask, Gone, unlessGone } from './errors.ts'
import { inPieces, sha256, verified } from './verify.ts'

/** Larger objects are written in parts of this size; two of them are in memory. */
export const partBytes = 8 * 1024 * 1024

export type S3Settings = {
  bucket: string
  region: string
  /** Undefined for AWS. */
  endpoint?: string | undefined
  /** In front of every name, without a slash at its end. */
  prefix: string
  forcePathStyle: boolean
  sse?: 'AES256' | 'aws:kms' | undefined
  kmsKeyId?: string | undefined
  /** Undefined: what the SDK finds (environment, profile, role of the machine). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** For how long a signed address reads an object, in seconds; without it none is made. */
  linkSeconds?: number | undefined
  /** The address at which callers reach the server; `endpoint` when omitted. */
  linkEndpoint?: string | undefined
}

export type Listed = { name: string; size: number; at: Date }

const makeClient = ({ region, endpoint, forcePathStyle, credentials }: S3Settings): S3Client =>
  new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 3,
    // We send and check SHA-256 ourselves; several servers break the SDK's own trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
    },
  })

/** Objects by their names under a prefix of one bucket. Errors are those of `inOurWords`. */
export class Bucket {
  readonly #client: S3Client
  readonly #settings: S3Settings
  readonly #encryption

  constructor(settings: S3Settings) {
    this.#client = makeClient(settings)
    this.#settings = settings
    this.#encryption = {
      ...(settings.sse ? { ServerSideEncryption: settings.sse } : {}),
      ...(settings.kmsKeyId ? { SSEKMSKeyId: settings.kmsKeyId } : {}),
    }
  }

  #key(name: string): string {
    return this.#settings.prefix ? `${this.#settings.prefix}/${name}` : name
  }

  #at(name: string) {
    return { Bucket: this.#settings.bucket, Key: this.#key(name) }
  }

  /** Writes an object; it is there only when all its bytes are. */
  async put(name: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
    const pieces = inPieces(stream, partBytes)
    const first = (await pieces.next()).value ?? Buffer.alloc(0)
    const second = await pieces.next()
    if (second.done) return await this.putBytes(name, first)
    await this.#putParts(name, async function* () {
      yield first
      yield second.value
      yield* pieces
    })
  }

  /** With `isNew`, throws `Taken` when the name is there, on servers that can tell. */
  async putBytes(name: string, bytes: Uint8Array, isNew = false): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#at(name),
      ...this.#encryption,
      Body: bytes,
      ContentLength: bytes.byteLength,
      ChecksumSHA256: sha256(bytes),
      ...(isNew ? { IfNoneMatch: '*' } : {}),
    })
    await ask(this.#client.send(command))
  }

  async #putParts(name: string, pieces: () => AsyncGenerator<Buffer>): Promise<void> {
    const at = this.#at(name)
    const { UploadId } = await ask(
      this.#client.send(
        new CreateMultipartUploadCommand({
          ...at,
          ...this.#encryption,
          ChecksumAlgorithm: 'SHA256',
          Metadata: { 'part-bytes': String(partBytes) },
        }),
      ),
    )
    const Parts: CompletedPart[] = []
    try {
      for await (const Body of pieces()) {
        const part = { PartNumber: Parts.length + 1, ChecksumSHA256: sha256(Body) }
        const ContentLength = Body.byteLength
        const upload = new UploadPartCommand({ ...at, ...part, UploadId, Body, ContentLength })
        const { ETag } = await ask(this.#client.send(upload))
        Parts.push({ ...part, ...(ETag ? { ETag } : {}) })
      }
      await this.#complete(name, UploadId, Parts)
    } catch (error) {
      await this.abort(name, UploadId).catch(() => undefined)
      throw error
    }
  }

  async #complete(name: string, UploadId: string | undefined, Parts: CompletedPart[]) {
    const command = new CompleteMultipartUploadCommand({
      ...this.#at(name),
      UploadId,
      MultipartUpload: { Parts },
    })
    await ask(this.#client.send(command)).catch(async (error: unknown) => {
      // A repeated call after a lost answer: the upload is gone because it became the object.
      if (!(error instanceof Gone) || !(await this.has(name))) throw error
    })
  }

  async abort(name: string, UploadId: string | undefined): Promise<void> {
    await ask(this.#client.send(new AbortMultipartUploadCommand({ ...this.#at(name), UploadId })))
  }

  /** Reads an object, or its bytes from `start` to before `end`. Throws `Gone`. */
  async open(
    name: string,
    { start = 0, end = Infinity }: { start?: number; end?: number } = {},
  ): Promise<AsyncIterable<Uint8Array>> {
    const isWhole = start === 0 && end === Infinity
    const Range = `bytes=${start}-${end === Infinity ? '' : end - 1}`
    const command = new GetObjectCommand({
      ...this.#at(name),
      ...(isWhole ? { ChecksumMode: 'ENABLED' } : { Range }),
    })
    const { Body, ChecksumSHA256, Metadata } = await ask(this.#client.send(command))
    const body = Body as AsyncIterable<Uint8Array> | undefined
    if (!body) throw new Gone('no body')
    const size = Number(Metadata?.['part-bytes'] ?? partBytes)
    return verified(body, isWhole ? ChecksumSHA256 : undefined, size)
  }

  /** Signs an address that reads an object; undefined when none are made. */
  async link(name: string, about: LinkedFile): Promise<FileLink | undefined> {
    const { linkSeconds, linkEndpoint, endpoint, ...settings } = this.#settings
    if (!linkSeconds) return undefined
    const place = { ...settings, key: this.#key(name), endpoint: linkEndpoint ?? endpoint }
    return await signLink(this.#client.config, place, { ...about, seconds: linkSeconds })
  }

  async has(name: string): Promise<boolean> {
    const command = new HeadObjectCommand(this.#at(name))
    return (await unlessGone(ask(this.#client.send(command)))) !== undefined
  }

  async remove(name: string): Promise<void> {
    await ask(this.#client.send(new DeleteObjectCommand(this.#at(name))))
  }

  /** Copies an object of at most 5 GB within the bucket; the copy is as new. Throws `Gone`. */
  async copy(from: string, to: string): Promise<void> {
    const { Bucket: bucket, Key } = this.#at(from)
    const CopySource = [bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
    const command = new CopyObjectCommand({ ...this.#at(to), ...this.#encryption, CopySource })
    await ask(this.#client.send(command))
  }

  #named(key: string): string {
    return key.slice(this.#key('').length)
  }

  /** Lists the objects whose names begin so, in the order of their names, in pages. */
  async *list(beginning: string): AsyncGenerator<Listed[]> {
    let ContinuationToken: string | undefined
    do {
      const { Contents = [], NextContinuationToken } = await ask(
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#settings.bucket,
            Prefix: this.#key(beginning),
            ...(ContinuationToken ? { ContinuationToken } : {}),
          }),
        ),
      )
      yield Contents.map(({ Key = '', Size = 0, LastModified = new Date() }) => ({
        name: this.#named(Key),
        size: Size,
        at: LastModified,
      }))
      ContinuationToken = NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  /** At most 1000 unfinished uploads that began before that. */
  async oldUploads(beginning: string, before: Date): Promise<{ name: string; id: string }[]> {
    const Prefix = this.#key(beginning)
    const { Uploads = [] } = await ask(
      this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#settings.bucket, Prefix })),
    )
    return Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < before).map(
      ({ Key = '', UploadId = '' }) => ({ name: this.#named(Key), id: UploadId }),
    )
  }
}
