/** A request with a file and the fields beside it. */
export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test((request.headers.get('content-type') ?? '').trim())

/** The parts of a multipart request that an upload operation reads; the body stays a stream. */
export function uploadOf(request: Request) {
  const length = request.headers.get('content-length')
  return {
    contentType: request.headers.get('content-type'),
    contentLength: length === null ? null : Number(length),
    body: request.body,
  }
}
