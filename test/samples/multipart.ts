const boundary = 'rounds-test-boundary'

export type Part = { name: string; fileName?: string; type?: string; content: string | Uint8Array }

export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** A multipart/form-data body, byte for byte as a browser sends it (RFC 7578). */
export function multipart(...parts: Part[]): Uint8Array {
  const chunks = parts.flatMap(({ name, fileName, type, content }) => [
    `--${boundary}\r\nContent-Disposition: ` +
      `form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat(
    [...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)),
  )
}
