import { attachment } from '#lib/documents/file-name'

type Download = {
  fileName: string
  mimeType: string
  size: number
  content: ReadableStream<Uint8Array>
}

/**
 * Answers a file as a download. The browser saves any content and never runs it in our origin:
 * attachment, no sniffing, and a sandbox in case it is opened in place.
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
