import { Readable } from 'node:stream'
import busboy, { type FieldInfo, type FileInfo } from 'busboy'
import { ApiError } from '#lib/domain/api-error'
import { inMegabytes, maxFileBytes } from '#lib/domain/form/file-limits'
import { cutText } from '#lib/domain/text'
import { safeFileName } from './file-name.ts'
import { putFile, removeFile, type StoredBytes } from './file-store.ts'
import { mimeTypeOf } from './mime-type.ts'

/** Room for the boundaries and headers around the file. */
const envelopeBytes = 64 * 1024

export type Upload = {
  contentType: string | null
  contentLength: number | null
  body: ReadableStream<Uint8Array> | null
}
export type ReceivedFile = {
  fileName: string
  mimeType: string
  size: number
  sha256: string
  storageKey: string
}

const invalid = (message: string, path = 'file') => ApiError.invalid([{ path, message }])

function parser(contentType: string, fields: number, fieldBytes: number) {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        files: 2,
        fields: fields + 5,
        parts: fields + 7,
        fieldSize: fieldBytes,
        headerPairs: 20,
      },
    })
  } catch {
    throw new ApiError(
      'unsupported_media_type',
      'Send the file as multipart/form-data with a boundary, in the field "file".',
    )
  }
}

type Parser = ReturnType<typeof parser>
type Accepted = {
  fields: readonly string[]
  fieldBytes: number
  maxBytes: number
  /** Writes the bytes into the store, such as encrypted. */
  put(stream: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBytes>
}

/** Refuses a request by its headers, before its body is read. */
function requireMultipart(
  upload: Upload,
  { fields, fieldBytes, maxBytes }: Omit<Accepted, 'put'>,
): void {
  const type = (upload.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'multipart/form-data')
    throw new ApiError(
      'unsupported_media_type',
      'Send the file as multipart/form-data, in the field "file".',
      { received: type || null },
    )
  if ((upload.contentLength ?? 0) > maxBytes + envelopeBytes + fields.length * fieldBytes)
    throw new ApiError(
      'payload_too_large',
      `A file may have at most ${inMegabytes(maxBytes)} here.`,
      { maxBytes },
    )
}

const unknownField = (field: string): ApiError =>
  invalid(
    `There is no field "${cutText(field, 50)}" here; send one file in the field "file".`,
    cutText(field, 50),
  )

type Stored = { bytes: StoredBytes; fileName: string; mimeType: string }

/** A form that is being received: its text fields, and its file on the way into the store. */
class Form {
  readonly fields: Record<string, string> = {}
  stored: Promise<Stored> | undefined
  readonly #parser: Parser
  readonly #source: Readable
  readonly #finished = Promise.withResolvers<void>()
  readonly #accepted: Accepted

  constructor(parser: Parser, source: Readable, accepted: Accepted) {
    this.#parser = parser
    this.#source = source
    this.#accepted = accepted
  }

  /** Reads the form to its end, or throws what is wrong with it. */
  async receive(): Promise<void> {
    this.#parser.on('file', (field, stream, info) => this.#takeFile(field, stream, info))
    this.#parser.on('field', (field, value, info) => this.#takeField(field, value, info))
    this.#parser.on('error', () =>
      this.#fail(invalid('The upload was cut off or is not valid multipart/form-data.')),
    )
    this.#parser.on('close', () => this.#finished.resolve())
    this.#source.on('error', () => this.#fail(invalid('The upload was cut off.')))
    this.#source.pipe(this.#parser)
    await this.#finished.promise
  }

  #fail(error: unknown): void {
    this.#finished.reject(error)
    this.#source.unpipe(this.#parser)
    this.#source.destroy()
    this.#parser.destroy()
  }

  #takeFile(field: string, stream: Readable, info: FileInfo): void {
    // Without a listener an aborted part would end the process. The parser, the source or the
    // store reports the error.
    stream.on('error', () => undefined)
    if (field !== 'file') return this.#fail(unknownField(field))
    if (this.stored) return this.#fail(invalid('Send one file per request.'))
    const { put, maxBytes } = this.#accepted
    this.stored = put(stream, { maxBytes }).then((bytes) => ({
      bytes,
      fileName: safeFileName(info.filename ?? ''),
      mimeType: mimeTypeOf(bytes.head, info.mimeType),
    }))
    this.stored.catch((error: unknown) => this.#fail(error))
  }

  #takeField(field: string, value: string, { valueTruncated }: FieldInfo): void {
    const { fields, fieldBytes } = this.#accepted
    if (!fields.includes(field) || field in this.fields) return this.#fail(unknownField(field))
    if (valueTruncated)
      return this.#fail(invalid(`This has more than ${fieldBytes} characters.`, field))
    this.fields[field] = value
  }
}

/**
 * Streams the one file of a multipart request into the file store, in little memory for any size.
 * The text fields named in `fields` may be sent with it, each once, of at most `fieldBytes` (1024).
 * Errors: 415 not multipart, 413 over `maxBytes` (200 MB; from Content-Length before a byte is
 * read, else as soon as it is exceeded), 400 no file, several files, other fields, an empty file,
 * an interrupted body. Nothing is stored when it throws.
 */
export async function receiveUpload(
  upload: Upload,
  {
    fields = [],
    fieldBytes = 1024,
    maxBytes = maxFileBytes,
    put = putFile,
  }: Partial<Accepted> = {},
): Promise<ReceivedFile & { fields: Record<string, string> }> {
  const accepted = { fields, fieldBytes, maxBytes, put }
  requireMultipart(upload, accepted)
  if (!upload.body) throw invalid('Send one file in the field "file".')
  const source = Readable.fromWeb(upload.body as Parameters<typeof Readable.fromWeb>[0])
  const form = new Form(
    parser(upload.contentType ?? '', fields.length, fieldBytes),
    source,
    accepted,
  )
  try {
    await form.receive()
    if (!form.stored) throw invalid('Send one file in the field "file".')
    const { bytes, fileName, mimeType } = await form.stored
    if (bytes.size === 0) throw invalid(`"${fileName}" is empty.`)
    const { size, sha256, storageKey } = bytes
    return { fileName, mimeType, size, sha256, storageKey, fields: form.fields }
  } catch (error) {
    await form.stored?.then(({ bytes }) => removeFile(bytes.storageKey)).catch(() => undefined)
    throw error
  }
}
