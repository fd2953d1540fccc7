/**
 * Answers a checked picture, to be shown in pages. Its address changes with its content, so it may
 * be cached for ever. Nothing in it can run: no sniffing, and a sandbox if it is opened by itself.
 */
export function pictureResponse({
  mimeType,
  content,
}: {
  mimeType: string
  content: Uint8Array<ArrayBuffer>
}): Response {
  return new Response(content, {
    headers: {
      'content-type': mimeType,
      'content-length': String(content.length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}
