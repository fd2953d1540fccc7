import { randomUUID } from 'node:crypto'

/**
 * A file to send, alone or in a form: its bytes are read while they are sent, and again for each
 * attempt.
 */
export type FileBody = {
  fileName: string
  mimeType: string
  /** Bytes. */ size: number
  /** All bytes, or those of a part; `end` does not belong to it. */
  read(part?: { start: number; end: number }): AsyncIterable<Uint8Array>
}
/** Fields and one file, for multipart/form-data. */
export type FormBody = { fields: Record<string, string>; field: string; file: FileBody }

/** How a browser writes names in a form (WHATWG, multipart/form-data encoding algorithm). */
const quoted = (name: string): string =>
  `"${name.replace(/\r\n?|\n/g, '%0D%0A').replaceAll('"', '%22')}"`

/**
 * A file, or a form with one, for the wire: with its length, which some servers demand, and bytes
 * that are read from the disk while they are sent. (A Blob of a file would do both, but stops in
 * the middle when garbage is collected during the read: Node 24.21.)
 */
export function streamed(body: FileBody | FormBody): {
  headers: Record<string, string>
  read(): AsyncIterable<Uint8Array>
} {
  if ('read' in body)
    return {
      headers: { 'content-type': body.mimeType, 'content-length': String(body.size) },
      read: () => body.read(),
    }
  const { fields, field, file } = body
  const boundary = `rounds-${randomUUID()}`
  const part = (name: string, more: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${more}\r\n\r\n`
  const text = Object.entries(fields)
    .map(([name, value]) => `${part(name, '')}${value}\r\n`)
    .join('')
  const head = Buffer.from(
    text + part(field, `; filename=${quoted(file.fileName)}\r\nContent-Type: ${file.mimeType}`),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    async *read() {
      yield head
      yield* file.read()
      yield tail
    },
  }
}
