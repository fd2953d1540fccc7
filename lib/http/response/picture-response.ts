type Picture = { mimeType: string; content: Uint8Array<ArrayBuffer> }

/** Nothing in a picture can run: no sniffing, and a sandbox if it is opened by itself. */
const pictureHeaders = ({ mimeType, content }: Picture) => ({
  'content-type': mimeType,
  'content-length': String(content.length),
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
})

/**
 * Answers a checked picture, to be shown in pages. Its address changes with its content, so it may
 * be cached for ever.
 */
export function pictureResponse(picture: Picture): Response {
  return new Response(picture.content, {
    headers: {
      ...pictureHeaders(picture),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}

/**
 * Answers a picture of a patient's document: for its viewer only, and not on the disk of a computer
 * that others use, too.
 */
export function privatePictureResponse(picture: Picture): Response {
  return new Response(picture.content, {
    headers: {
      ...pictureHeaders(picture),
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    },
  })
}
