import { attachment } from '#lib/documents/file-name'

type Download = {
  fileName: string
  mimeType: string
  size: number
  content: ReadableStream<Uint8Array>
}

/**
 * A file as a download. Whatever is in it, the browser saves it and never runs it in our origin:
 * attachment, no sniffing, and a sandbox for the case that it is opened in place.
 */
export function fileResponse({ fileName, mimeType, size, content }: Download): Response {
  return new Response(content, {
    headers: {
      'content-type': mimeType,
      'content-length': String(size),
      'content-disposition': attachment(fileName),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    },
  })
}
