import { Readable } from 'node:stream'
import busboy from 'busboy'
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

/**
 * Streams the one file of a multipart request into the file store; memory stays small whatever the
 * size. Text fields named in `fields` may stand beside it, each once, of at most `fieldBytes`
 * (1024). Errors: 415 not multipart, 413 over `maxBytes` (200 MB; known from Content-Length before
 * a byte is read, else as soon as it is exceeded), 400 no file, several files, other fields, an
 * empty file, a body cut off. Nothing is kept when it throws.
 */
export async function receiveUpload(
  upload: Upload,
  {
    fields: named = [],
    fieldBytes = 1024,
    maxBytes = maxFileBytes,
  }: { fields?: readonly string[]; fieldBytes?: number; maxBytes?: number } = {},
): Promise<ReceivedFile & { fields: Record<string, string> }> {
  const type = (upload.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'multipart/form-data')
    throw new ApiError(
      'unsupported_media_type',
      'Send the file as multipart/form-data, in the field "file".',
      { received: type || null },
    )
  if ((upload.contentLength ?? 0) > maxBytes + envelopeBytes + named.length * fieldBytes)
    throw new ApiError(
      'payload_too_large',
      `A file may have at most ${inMegabytes(maxBytes)} here.`,
      { maxBytes },
    )
  if (!upload.body) throw invalid('Send one file in the field "file".')

  const form = parser(upload.contentType ?? '', named.length, fieldBytes)
  const source = Readable.fromWeb(upload.body as Parameters<typeof Readable.fromWeb>[0])
  let stored: Promise<{ bytes: StoredBytes; fileName: string; mimeType: string }> | undefined
  const fields: Record<string, string> = {}
  const finished = Promise.withResolvers<void>()
  const fail = (error: unknown) => {
    finished.reject(error)
    source.unpipe(form)
    source.destroy()
    form.destroy()
  }

  form.on('file', (field, stream, info) => {
    // Without a listener an aborted part would end the process; what it means is told by `form`,
    // `source` or the store.
    stream.on('error', () => undefined)
    if (field !== 'file')
      return fail(
        invalid(
          `There is no field "${cutText(field, 50)}" here; send one file in the field "file".`,
          cutText(field, 50),
        ),
      )
    if (stored) return fail(invalid('Send one file a request.'))
    stored = putFile(stream, { maxBytes }).then((bytes) => ({
      bytes,
      fileName: safeFileName(info.filename ?? ''),
      mimeType: mimeTypeOf(bytes.head, info.mimeType),
    }))
    stored.catch(fail)
  })
  form.on('field', (field, value, { valueTruncated }) => {
    if (!named.includes(field) || field in fields)
      return fail(
        invalid(
          `There is no field "${cutText(field, 50)}" here; send one file in the field "file".`,
          cutText(field, 50),
        ),
      )
    if (valueTruncated) return fail(invalid(`This has more than ${fieldBytes} characters.`, field))
    fields[field] = value
  })
  form.on('error', () =>
    fail(invalid('The upload was cut off or is not valid multipart/form-data.')),
  )
  form.on('close', () => finished.resolve())
  source.on('error', () => fail(invalid('The upload was cut off.')))
  source.pipe(form)

  try {
    await finished.promise
    if (!stored) throw invalid('Send one file in the field "file".')
    const { bytes, fileName, mimeType } = await stored
    if (bytes.size === 0) throw invalid(`"${fileName}" is empty.`)
    return {
      fileName,
      mimeType,
      size: bytes.size,
      sha256: bytes.sha256,
      storageKey: bytes.storageKey,
      fields,
    }
  } catch (error) {
    await stored?.then(({ bytes }) => removeFile(bytes.storageKey)).catch(() => undefined)
    throw error
  }
}
